import TableMock from "./TableMock.svelte";
import { open } from "./start";

open(TableMock);
