import SampleTable from "./SampleTable.svelte";
import { open } from "./start";

open(SampleTable);
