/** Starts the client: loads the reader's language, then shows the app. */
import "./app.css";
import "./bar.css";
import "./skip.css";
import "./forcedColours.css";
import "./board/board.css";
import "./table/table.css";
import "./table/Advice.css";
import "./table/Card.css";
import "./table/Celebration.css";
import "./table/Chat.css";
import "./table/Curtain.css";
import "./table/Decision.css";
import "./table/GameOver.css";
import "./table/Knowledge.css";
import "./table/Log.css";
import "./table/Menu.css";
import "./table/Notices.css";
import "./table/Proof.css";
import "./table/RematchOffer.css";
import "./table/RouteCard.css";
import "./table/ScoreChart.css";
import "./table/ScoreTable.css";
import "./table/Seats.css";
import "./table/Sharing.css";
import "./table/StatusBar.css";
import "./table/Tickets.css";
import "./table/Tray.css";
import "./table/TunnelReveal.css";
import "./pages/pages.css";
import "./pages/ErrorPage.css";
import "./pages/Home.css";
import "./pages/MapPicker.css";
import "./pages/NewTable.css";
import "./pages/TableList.css";
import "./pages/WaitingRoom.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { reader } from "./i18n/i18n.svelte";
import { readBoard } from "./lib/api";
import { keepFocus } from "./lib/keepFocus";
import { tableMap } from "./lib/pageTags";
import { router } from "./lib/router.svelte";
import { version } from "./lib/version.svelte";

addEventListener("vite:preloadError", () => void version.check()); // the server no longer has this chunk
addEventListener("load", () => void version.start()); // after the page itself
router.start();
keepFocus();
if (tableMap) import("./pages/TablePage.svelte").catch(() => undefined); // fetched before the app asks for it

/** Show the app. If the page is a table's, read its board already. */
function show() {
  if (tableMap) readBoard(tableMap, reader.language).catch(() => undefined); // the table's page tries again
  mount(App, { target: document.getElementById("app")! });
}
reader.start().then(show, show); // in English if the reader's messages can't be fetched
