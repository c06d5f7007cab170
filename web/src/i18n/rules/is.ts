import type { Passages } from "../rules";

export default {
  t_goal: "Markmiðið",
  goal: "Tengdu borgir með járnbrautum. Leiðir gefa stig, kláraðir farmiðar gefa fleiri og ókláraðir farmiðar kosta stig. Sá sem á flest stig að lokum vinnur.",
  t_setup: "Fyrir fyrstu umferð",
  pieces: "Vagnar á leikmann: {cars}.",
  stations: "Stöðvar á leikmann: {stations}.",
  deck: "Í stokknum eru {count} spil í hverjum af {colours} litum og {locomotives} eimreiðar. Spil á hendi í upphafi: {hand}. Fimm spil liggja opin við stokkinn.",
  first_tickets: "Fyrstu farmiðar: {offered}. Haltu að minnsta kosti {keep}. Allir velja samtímis og í leyni.",
  first_tickets_long:
    "Fyrstu farmiðar: {long} langur og {short} stuttir. Haltu að minnsta kosti {keep} þeirra, hverjum sem þú vilt. Allir velja samtímis og í leyni. Langir farmiðar eru aðeins gefnir í upphafi.",
  first_out: "Farmiðar sem þú heldur ekki í upphafi fara úr leiknum.",
  first_under: "Farmiðar sem þú heldur ekki í upphafi fara neðst í farmiðabunkann.",
  first: "Dregið er um hver byrjar. Síðan er leikið hringinn.",
  t_turn: "Þú átt leik",
  turn: "Gerðu nákvæmlega eitt: dragðu spil, leggðu leið eða dragðu farmiða.",
  turn_station: "Gerðu nákvæmlega eitt: dragðu spil, leggðu leið, dragðu farmiða eða byggðu stöð.",
  t_draw: "Að draga spil",
  draw: "Taktu tvö spil, hvort um sig opið eða óséð úr stokknum. Nýtt spil kemur strax í stað opins spils. Engin takmörk eru á spilum á hendi.",
  locomotive_ends:
    "Opin eimreið kostar allan leikinn þinn og má heldur ekki vera seinna spilið. Eimreið sem er dregin óséð telst eins og hvert annað spil.",
  locomotive_any: "Opin eimreið er tekin eins og hvert annað spil, líka tvær í sama leik.",
  sweep: "Ef {n} eða fleiri opin spil eru eimreiðar er allri röðinni hent og hún fyllt á ný.",
  no_sweep: "Röðin helst óbreytt hversu margar eimreiðar sem liggja opnar.",
  shuffle: "Þegar stokkurinn klárast eru kastspilin stokkuð og verða nýr stokkur.",
  t_claim: "Að leggja leið",
  claim:
    "Veldu hvaða lausa leið sem er, hvort sem hún snertir þínar eða ekki. Leggðu niður jafnmörg spil í einum lit og reitirnir eru: í lit leiðarinnar, eða í einhverjum einum lit á grárri leið. Settu vagn á hvern reit; án nógu margra vagna er ekki hægt að leggja hana.",
  locomotive_anywhere: "Eimreið kemur í stað spils í hvaða lit sem er, á öllum leiðum.",
  locomotive_special: "Eimreiðar duga aðeins á ferjur og jarðgöng; venjuleg leið tekur ekki við þeim.",
  double: "Tvö spor milli sömu borga eru tvöföld leið. Enginn má eiga bæði.",
  double_lengths: "Það gildir líka þar sem sporin eru mislöng.",
  double_closed:
    "Bæði spor tvöfaldrar leiðar eru notuð þegar leikmenn eru {n} eða fleiri; annars lokast hitt sporið um leið og annað er lagt.",
  points: "Stig fyrir leið",
  spaces: "Reitir",
  worth: "Stig",
  t_tunnel: "Jarðgöng",
  tunnel:
    "Leggðu niður spilin fyrir leiðina. Þá er þremur efstu spilum stokksins snúið við. Fyrir hvert spil í litnum sem þú lékst og fyrir hverja eimreið bætirðu við einu spili í þeim lit eða eimreið.",
  tunnel_back:
    "Ef þú getur það ekki eða vilt ekki tekurðu spilin aftur: engin leið er lögð og leik þínum er lokið. Spilunum sem var snúið við er hent hvort sem er.",
  tunnel_locomotives:
    "Ef þú greiddir eingöngu með eimreiðum telja aðeins eimreiðar meðal þeirra þriggja og þú bætir við eimreiðum.",
  tunnel_few:
    "Ef færri en þrjú spil eru eftir í stokki og kastbunka er aðeins þeim snúið við; ef engin eru eftir eru jarðgöngin lögð strax.",
  t_ferry: "Ferjur",
  ferry:
    "Fyrir hvert eimreiðarmerki á ferju leggurðu niður eimreið. Aðrir reitir taka við spilum í lit ferjunnar, í einhverjum einum lit ef hún er grá, eða fleiri eimreiðum.",
  ferry_swap:
    "Á ferju mega hver {n} spil sem ekki eru eimreiðar koma í stað einnar eimreiðar, eins oft og þú vilt. Spil í litnum sem þú greiðir með mega aðeins vera þar á meðal ef allir reitir án merkis eru greiddir í þeim lit.",
  t_swap: "{a} – {b}",
  swap: "Á {a} – {b} mega hver {n} spil, eimreiðar meðtaldar, koma í stað eins spils í litnum sem þú valdir, eins oft og þú vilt. Spil í þeim lit mega ekki vera þar á meðal.",
  t_station: "Stöðvar",
  station:
    "Byggðu stöð í borg þar sem enginn á stöð; þú þarft enga leið þangað. Sú fyrsta kostar eitt spil, önnur tvö í sama lit, þriðja þrjú í sama lit. Eimreiðar koma í stað hvaða litar sem er. Mest ein í hverjum leik.",
  station_use:
    "Í lokin leyfir hver stöð þér að nota eina leið annars leikmanns sem liggur til borgarinnar, aðeins fyrir farmiða og þá sömu fyrir alla farmiðana þína. Besti kosturinn er valinn sjálfkrafa.",
  station_left: "Stig fyrir hverja stöð sem þú byggðir ekki: {n}.",
  t_tickets: "Að draga farmiða",
  tickets:
    "Taktu {n} farmiða, eða það sem eftir er, og haltu að minnsta kosti {keep}. Farmiða sem þú heldur áttu til leiksloka.",
  later_out: "Farmiðar sem þú heldur ekki fara úr leiknum.",
  later_under: "Farmiðar sem þú heldur ekki fara neðst í farmiðabunkann.",
  ticket_worth:
    "Í lokin bætast stig farmiðans við ef leiðir þínar tengja borgirnar tvær óslitið. Annars dragast þau frá.",
  ticket_secret: "Enginn sér farmiðana þína fyrr en í lokin; allir sjá hve marga þú átt.",
  t_end: "Leikslok",
  last_round:
    "Þegar einhver lýkur leik sínum með {n} vagna eða færri fær hver leikmaður einn leik enn, sá sami líka. Síðan eru stigin talin.",
  pass: "Sá sem ekkert getur gert segir pass. Ef allir segja pass hver á eftir öðrum er leiknum lokið.",
  t_score: "Stigin",
  running: "Meðan leikið er sjást stigin fyrir leiðir; farmiðar og allt annað bætist við í lokin.",
  globetrotter: "Flestir kláraðir farmiðar: {n} stig. Allir jafnir fá þau; án kláraðs farmiða fást engin.",
  express:
    "Lengsta samfellda leið eigin vagna: {n} stig. Hún má fara aftur um sömu borg en notar ekkert spor tvisvar, og leiðir sem stöð lánar telja ekki. Allir jafnir fá þau.",
  attraction: "Stig fyrir hvern ferðamannastað sem leið þín snertir: {n}.",
  t_tie: "Ef stig eru jöfn",
  tie_tickets: "Fleiri kláraðir farmiðar ráða.",
  tie_stations: "Færri byggðar stöðvar ráða.",
  tie_express: "Lengsta samfellda leiðin ræður.",
  tie_longest: "Lengri samfelld leið ræður.",
  tie_shared: "Þeir sem enn eru jafnir deila sigrinum.",
} satisfies Passages;
