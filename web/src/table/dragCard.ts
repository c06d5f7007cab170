/** Dragging a card from the hand with mouse or finger. */

const MIN_DISTANCE = 10;

interface DragHandlers {
  /** The card was picked up. */
  lift: () => void;
  /** It was dropped at this point of the screen. */
  drop: (x: number, y: number) => void;
}

/** Lets a button be dragged: a copy of its card follows the pointer. A press without movement is still a click. */
export const dragCard =
  ({ lift, drop }: DragHandlers) =>
  (button: HTMLElement) => {
    let ghost: HTMLElement | null = null;
    let start: PointerEvent | null = null;

    function move(event: PointerEvent) {
      if (event.pointerId !== start?.pointerId) return;
      if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < MIN_DISTANCE) return;
      if (!ghost) {
        ghost = button.querySelector(".card")!.cloneNode(true) as HTMLElement;
        ghost.classList.add("flying");
        document.body.append(ghost);
        lift();
      }
      ghost.style.transform = `translate(${event.clientX - ghost.offsetWidth / 2}px, ${event.clientY - ghost.offsetHeight - 6}px)`;
    }

    function end(event: PointerEvent) {
      if (event.pointerId !== start?.pointerId) return;
      const dragged = ghost !== null;
      stop();
      if (dragged && event.type === "pointerup") drop(event.clientX, event.clientY);
    }

    function stop() {
      ghost?.remove();
      ghost = start = null;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    }

    function press(event: PointerEvent) {
      if (start || event.button !== 0) return;
      start = event;
      addEventListener("pointermove", move);
      addEventListener("pointerup", end);
      addEventListener("pointercancel", end);
    }

    button.addEventListener("pointerdown", press);
    return () => {
      stop();
      button.removeEventListener("pointerdown", press);
    };
  };
