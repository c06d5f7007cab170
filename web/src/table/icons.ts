/** Small pictures for counts and buttons, drawn in a box of 16 by 16. */
export const ICONS = {
  cars: "M1,5h14v6h-14zM3,12.5a1.5,1.5 0 1 0 3,0zM10,12.5a1.5,1.5 0 1 0 3,0z",
  cards: "M4,1.5h8a1,1 0 0 1 1,1v11a1,1 0 0 1 -1,1h-8a1,1 0 0 1 -1,-1v-11a1,1 0 0 1 1,-1z",
  tickets: "M1,4h14v3a1.4,1.4 0 0 0 0,2.800v3h-14v-3a1.4,1.400 0 0 0 0,-2.8z",
  stations: "M8,1.5l7,5.5h-2v7h-3.500v-4h-3v4h-3.500v-7h-2z",
  pass: "M1,7h8v-4l6,5l-6,5v-4h-8z",
  bulb: "M8,1a5,5 0 0 0 -3,9c.7,.6 1,1 1,2h4c0,-1 .3,-1.400 1,-2a5,5 0 0 0 -3,-9zM6,13h4v1.200h-4zM6.500,15h3v.800h-3z",
};
