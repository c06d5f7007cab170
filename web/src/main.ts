import { mount } from "svelte";
import App from "./App.svelte";
import { page } from "./page.svelte";
import { reader } from "./words.svelte";
import "./app.css";
import "./around.css";

addEventListener("vite:preloadError", () => void page.check()); // a part of the page that the server no longer has
const show = () => mount(App, { target: document.getElementById("app")! });
reader.start().then(show, show); // in English, if the reader's words can't be fetched
