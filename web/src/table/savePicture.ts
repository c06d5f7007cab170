/** Saves a picture of the board on the page as a file. */
import type { Board, View } from "../lib/api";
import { boardPicture } from "../lib/boardPicture";
import { downloadBlob, pictureFile } from "../lib/download";
import { plainName, pointsText } from "../lib/text";
import type { Table } from "./table.svelte";

/** Save the board as it is drawn, with the points of a view. */
export async function savePicture(table: Table, board: Board, view: View) {
  const players = table.info!.seats.map((_, seat) => ({
    name: plainName(table.info!.seats, seat),
    points: pointsText(view.result?.seats[seat]?.total ?? view.seats[seat]!.points),
    colour: `--car-${board.carColours[seat]}`,
  }));
  const picture = await boardPicture(document.querySelector<HTMLElement>(".drawing")!, board, players);
  if (picture) downloadBlob(pictureFile(table.id), picture);
}
