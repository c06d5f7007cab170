/** Starts the client: loads the reader's language, then shows the app. */
import "./app.css";
import "./board/board.css";
import "./table/table.css";
import "./pages/pages.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { reader } from "./i18n/i18n.svelte";
import { router } from "./lib/router.svelte";
import { version } from "./lib/version.svelte";

addEventListener("vite:preloadError", () => void version.check()); // the server no longer has this chunk
addEventListener("load", () => void version.start()); // after the page itself
router.start();
const show = () => mount(App, { target: document.getElementById("app")! });
reader.start().then(show, show); // in English if the reader's messages can't be fetched
