/** What the guided first game adds to a table; loaded at its table alone. */
export { Guide } from "./guide.svelte";
export { default as LessonBubble } from "./LessonBubble.svelte";
export { default as LessonRow } from "./LessonRow.svelte";
