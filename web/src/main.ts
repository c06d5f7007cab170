import "./app.css";
import "./board/board.css";
import "./table/table.css";
import "./pages/pages.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { reader } from "./i18n/i18n.svelte";
import { version } from "./lib/version.svelte";

addEventListener("vite:preloadError", () => void version.check()); // a part of the page that the server no longer has
const show = () => mount(App, { target: document.getElementById("app")! });
reader.start().then(show, show); // in English, if the reader's words can't be fetched
