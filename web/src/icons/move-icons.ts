/** The icon of what somebody did with a card. */
import type { RevealedMove } from "../api/messages";
import type { IconName } from "./icons";

const ICONS: Partial<Record<RevealedMove["action"], IconName>> = {
  wonder: "stage",
  discard: "discard",
  recruit: "leader",
  dig: "dig",
  copy: "copy",
  settle: "debt",
  draft: "leader",
  side: "swap",
};
export const moveIcon = ({ action }: Pick<RevealedMove, "action">): IconName => ICONS[action] ?? "arrow";
