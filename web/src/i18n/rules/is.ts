import type { Passages } from "../rules";

export default {
  t_goal: "Markmiðið",
  goal: "Tengdu borgir með járnbrautum. Leiðir gefa stig, kláraðir lestarmiðar gefa fleiri og ókláraðir lestarmiðar kosta þig stig. Flest stig vinna.",
  t_setup: "Undirbúningur",
  pieces: "Hver leikmaður á {cars, plural, one {# vagn} other {# vagna}}.",
  stations: "Hver leikmaður á {stations, plural, one {# stöð} other {# stöðvar}}.",
  deck: "Í stokknum eru {count} spil í hverjum af {colours} litum og {locomotives, plural, one {# eimreið} other {# eimreiðar}}. Þú byrjar með {hand} spil á hendi. Fimm spil liggja opin við stokkinn.",
  first_tickets: "Þú færð {offered} lestarmiða. Haltu að minnsta kosti {keep}. Allir velja samtímis og í leyni.",
  first_tickets_long:
    "Þú færð {long, plural, one {# langan} other {# langa}} og {short, plural, one {# stuttan} other {# stutta}} lestarmiða. Haltu að minnsta kosti {keep}, löngum eða stuttum. Allir velja samtímis og í leyni. Langir lestarmiðar eru aðeins gefnir í upphafi.",
  first_out: "Lestarmiðar sem þú heldur ekki í upphafi fara úr leiknum.",
  first_under: "Lestarmiðar sem þú heldur ekki í upphafi fara neðst í lestarmiðabunkann.",
  first: "Dregið er um hver byrjar. Síðan er leikið hringinn.",
  t_turn: "Þegar þú átt leik",
  turn: "Gerðu eitt af þessu: dragðu spil, leggðu leið eða dragðu lestarmiða.",
  turn_station: "Gerðu eitt af þessu: dragðu spil, leggðu leið, dragðu lestarmiða eða byggðu stöð.",
  t_draw: "Að draga spil",
  draw: "Taktu tvö spil, hvort um sig opið eða óséð úr stokknum. Nýtt spil kemur strax í stað opins spils. Engin takmörk eru á spilum á hendi.",
  locomotive_ends:
    "Takir þú opna eimreið færðu ekki annað spil í þeirri umferð; hún má heldur ekki vera seinna spilið. Eimreið sem er dregin óséð telst eins og hvert annað spil.",
  locomotive_any: "Opin eimreið er tekin eins og hvert annað spil, og taka má tvær í sömu umferð.",
  sweep:
    "Ef {n} eða fleiri opin spil eru eimreiðar er öllum fimm hent og ný lögð í staðinn. Séu of fá önnur spil eftir til þess gerist það um leið og kastspil gera það mögulegt.",
  no_sweep: "Opnu spilin haldast óbreytt, hversu margar eimreiðar sem eru þar á meðal.",
  shuffle: "Þegar stokkurinn klárast eru kastspilin stokkuð og verða nýr stokkur.",
  no_draw: "Á meðan stokkurinn og kastbunkinn eru báðir tómir má ekki draga nein spil, ekki heldur opin.",
  face_up_only: "Á meðan stokkurinn og kastbunkinn eru báðir tómir má samt taka opin spil.",
  t_claim: "Að leggja leið",
  claim:
    "Veldu hvaða lausa leið sem er, hvort sem hún snertir þínar eða ekki. Leggðu niður jafnmörg spil í einum lit og reitirnir eru: í lit leiðarinnar, eða í einhverjum einum lit á grárri leið. Settu vagn á hvern reit; ef þú átt ekki nógu marga vagna er ekki hægt að leggja leiðina.",
  locomotive_anywhere: "Eimreið kemur í stað spils í hvaða lit sem er, á öllum leiðum.",
  locomotive_special: "Eimreiðar má aðeins nota á ferjur og jarðgöng, ekki á venjulegar leiðir.",
  double: "Tvö spor milli sömu borga eru tvöföld leið. Enginn má eiga bæði.",
  double_lengths: "Það gildir líka þar sem sporin eru mislöng.",
  double_closed:
    "Bæði spor tvöfaldrar leiðar eru notuð þegar leikmenn eru {n} eða fleiri; annars lokast hitt sporið um leið og annað er lagt.",
  points: "Stig fyrir leið",
  spaces: "Reitir",
  worth: "Stig",
  t_tunnel: "Jarðgöng",
  tunnel:
    "Leggðu niður spilin fyrir leiðina. Þá er þremur efstu spilum stokksins snúið við. Fyrir hvert þeirra í litnum sem þú greiddir með, og fyrir hverja eimreið, bætirðu við einu spili í þeim lit eða eimreið.",
  tunnel_back:
    "Ef þú getur það ekki eða vilt ekki tekurðu spilin aftur: engin leið er lögð og röðin kemur að næsta leikmanni. Spilunum sem var snúið við er hent hvort sem er.",
  tunnel_locomotives:
    "Ef þú greiddir eingöngu með eimreiðum telja aðeins eimreiðar meðal þeirra þriggja og þú bætir við eimreiðum.",
  tunnel_few:
    "Ef færri en þrjú spil eru eftir í stokki og kastbunka er aðeins þeim snúið við; ef engin eru eftir kosta jarðgöngin ekkert aukalega.",
  t_ferry: "Ferjur",
  ferry:
    "Fyrir hvert eimreiðarmerki á ferju leggurðu niður eimreið. Aðrir reitir taka við spilum í lit ferjunnar, í einhverjum einum lit ef hún er grá, eða fleiri eimreiðum.",
  ferry_swap:
    "Á ferju mega hvaða {n} spil sem er, önnur en eimreiðar, koma í stað einnar eimreiðar, eins oft og þú vilt. Spil í litnum sem þú greiðir með mega aðeins vera þar á meðal ef allir reitir án merkis eru greiddir í þeim lit.",
  t_swap: "{pair}",
  swap: "Á leiðinni {pair} mega hvaða {n} spil sem er, líka eimreiðar, koma í stað eins spils í litnum sem þú valdir, eins oft og þú vilt. Spil í þeim lit mega ekki vera þar á meðal.",
  t_station: "Stöðvar",
  station:
    "Byggðu stöð í borg þar sem enginn á stöð; þú þarft enga leið þangað. Sú fyrsta kostar eitt spil, önnur tvö í sama lit, þriðja þrjú í sama lit. Eimreiðar koma í stað hvaða litar sem er. Aðeins má byggja eina stöð í hverri umferð.",
  station_use:
    "Í lokin leyfir hver stöð þér að nota eina leið annars leikmanns sem liggur til borgarinnar, aðeins fyrir lestarmiða og þá sömu fyrir alla lestarmiðana þína. Besti kosturinn er valinn sjálfkrafa.",
  station_left: "Stig fyrir hverja ónotaða stöð: {n}.",
  t_tickets: "Að draga lestarmiða",
  tickets:
    "Dragðu {n} lestarmiða, eða það sem eftir er, og haltu að minnsta kosti {keep}. Lestarmiðar sem þú heldur eru þínir til leiksloka.",
  later_out: "Lestarmiðar sem þú heldur ekki fara úr leiknum.",
  later_under: "Lestarmiðar sem þú heldur ekki fara neðst í lestarmiðabunkann.",
  ticket_worth:
    "Í lokin bætast stig lestarmiðans við ef leiðir þínar tengja borgirnar tvær óslitið. Annars dragast þau frá.",
  ticket_secret: "Enginn sér lestarmiðana þína fyrr en í lokin; allir sjá hve marga þú átt.",
  t_end: "Leikslok",
  last_round:
    "Þegar leikmaður á {n, plural, one {# vagn} other {# vagna}} eða færri í lok umferðar sinnar fær hver leikmaður að leika einu sinni enn, hann líka. Síðan eru stigin talin.",
  pass: "Sá sem ekkert getur gert segir pass. Ef allir segja pass hver á eftir öðrum er leiknum lokið.",
  t_score: "Stigagjöf",
  running: "Meðan leikið er sjást aðeins stigin fyrir leiðir; lestarmiðar og aukastig bætast við í lokin.",
  globetrotter:
    "Flestir kláraðir lestarmiðar: {n} stig. Séu fleiri en einn efstir fá þeir allir stigin; án kláraðs lestarmiða fást engin.",
  express:
    "Lengsta samfellda leið eigin vagna: {n} stig. Hún má fara oft um sömu borg en aldrei tvisvar um sama spor, og leiðir sem fást að láni með stöð teljast ekki með. Séu fleiri en einn efstir fá þeir allir stigin.",
  attraction: "Stig fyrir hvern ferðamannastað sem leið þín snertir: {n}.",
  t_tie: "Jafntefli",
  tie_tickets: "Fleiri kláraðir lestarmiðar ráða.",
  tie_stations: "Færri byggðar stöðvar ráða.",
  tie_express: "Lengsta samfellda leiðin ræður.",
  tie_longest: "Lengri samfelld leið ræður.",
  tie_shared: "Ef enn er jafnt er sigrinum deilt.",
} satisfies Passages;
