import Gallery from "./Gallery.svelte";
import { open } from "./start";

open(Gallery);
