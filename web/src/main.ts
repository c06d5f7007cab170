import { mount } from "svelte";
import App from "./App.svelte";
import { page } from "./page.svelte";
import "./app.css";
import "./around.css";

addEventListener("vite:preloadError", () => void page.check()); // a part of the page that the server no longer has
mount(App, { target: document.getElementById("app")! });
