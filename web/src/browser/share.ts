/** Pictures and files to share or to save. */

export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((done) => canvas.toBlob(done, "image/png"));

/** Offers a file to save. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Hands a picture to the phone's share sheet, with a link if there is one, or saves it where there is none. */
export async function sharePng(blob: Blob, name: string, link?: string): Promise<void> {
  const file = new File([blob], name, { type: "image/png" });
  if (typeof navigator.canShare === "function" && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file], ...(link ? { url: link } : {}) });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  download(blob, name);
}

/** A drawing likewise. */
export async function shareCanvas(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const blob = await pngOf(canvas);
  if (blob) await sharePng(blob, name);
}
