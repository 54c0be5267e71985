"""Finds text that is too small, cut off or broken inside a word, as the page draws it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

FAULTS = """least => {
    const faults = [];
    const told = (what, element, text) => faults.push(
        [what, text.trim().slice(0, 60), element.closest("[class]")?.getAttribute("class") ?? ""]);
    // Only for screen readers, or not drawn at all.
    const unseen = element => {
        for (let one = element; one; one = one.parentElement) {
            const style = getComputedStyle(one);
            const gone = style.visibility === "hidden" || style.opacity === "0";
            if (gone || style.clipPath.startsWith("inset(50%")) return true;
        }
        return false;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, element = node.parentElement;
        if (!node.data.trim() || element.closest("script, style, noscript, option, template")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        const inside = box.width && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
        if (!inside || unseen(element)) continue;
        const svg = element.closest("svg");
        const scale = svg ? Math.abs(element.getScreenCTM().a) : element.currentCSSZoom ?? 1;
        const size = parseFloat(getComputedStyle(element).fontSize) * scale;
        if (size < least - 0.05) told(`${size.toFixed(1)} px`, element, node.data);
        if (svg) continue;
        // A word on two lines, unless it is parted at a hyphen.
        for (const word of node.data.matchAll(/[^\\s\\u00ad\\u200b\\-–—/·]{2,}/g)) {
            const at = place => {
                range.setStart(node, word.index + place);
                range.setEnd(node, word.index + place + 1);
                return [...range.getClientRects()].at(-1)?.top ?? 0;
            };
            if (at(word[0].length - 1) - at(0) > size / 2) told("broken", element, word[0]);
        }
        // Outside what an ancestor shows, at the side or below; what can be scrolled to is not cut.
        for (let one = element; one && one !== document.body; one = one.parentElement) {
            const style = getComputedStyle(one);
            if (["auto", "scroll"].includes(style.overflowY)) break;
            const hides = axis => ["hidden", "clip"].includes(style[axis]);
            const seen = one.getBoundingClientRect();
            if (hides("overflowX") && (box.left >= seen.right - 1 || box.right <= seen.left + 1)) break;  // put away
            if (hides("overflowX") && (box.right > seen.right + 1.5 || box.left < seen.left - 1.5)
                || hides("overflowY") && (box.bottom > seen.bottom + size * 0.35 || box.top < seen.top - size * 0.35)) {
                told("cut", element, node.data);
                break;
            }
        }
        if (getComputedStyle(element).textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth + 1)
            told("ellipsis", element, node.data);
    }
    return faults;
}"""


def faults(page: Page, least: float) -> list[tuple[str, str, str]]:
    """What is wrong with the text in the window: kind, text and class; ``least`` is the smallest size in pixels."""
    found: list[Any] = page.evaluate(FAULTS, least)
    return [(str(what), str(text), str(where)) for what, text, where in found]
