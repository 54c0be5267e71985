/** Where long names of cards may be parted at the end of a line: browsers lack the rules for most languages. */
const PARTED = [
  // German
  "Alex|ander Alexan|dria Archi|medes Archi|tekten Aristo|teles Arznei|ausgabe Ausgra|bungs|stätte Bau|meister",
  "Baumeister|kontor Baum|schule Befesti|gungs|anlage Belage|rungs|maschinen Biblio|thek Bild|hauerei Bot|schaft",
  "Bruder|schaft Deko|rateure Diokle|tian Diplo|maten Erzberg|werk Falsch|münzer Folter|kammer Forst|wirtschaft",
  "Geheim|bund Gladiatoren|schule Glas|hütte Grab|stätte Halikar|nassos Hammu|rabi Handels|kammer Hatschep|sut",
  "Holz|platz Hän|genden Justi|nian Karawan|serei Klage|weiber Kleo|patra Kolos|seum Kurti|sanen Labora|torium",
  "Lager|haus Leucht|turm Mauso|leum Militär|lager Nebukad|nezar Nofre|tete Observa|torium Pfand|haus Philo|sophen",
  "Praxi|teles Ptole|mäus Pyra|miden Pytha|goras Schieß|platz Schwarz|markt Semi|ramis Sklaven|markt Skrip|torium",
  "Spiel|haus Spiel|hölle Spionage|ring Stadt|tore Stein|bruch Stra|tegen Studier|zimmer Tabu|larium Tauben|schlag",
  "Trai|nings|gelände Univer|sität Unter|schlupf Vertei|digungs|anlage Waffen|lager Wald|höhle Werk|statt",
  "Wissen|schaftler Ziegel|brennerei Markt|platz Apo|theke Aquä|dukt Rat|haus Akade|mie",
  // Danish
  "Ambas|sade Arbej|dernes Arki|medes Arkitek|ternes Artemis|templet Belej|rings|værksted Biblio|tek Broder|skab",
  "Bruxel|les Bygmestre|nes Byg|nings|arbejdernes By|portene Colos|seum Deko|ratørernes Diplo|maternes",
  "Embeds|mændenes Falsk|møntnernes Filo|soffernes Fyr|tårnet Fæstnings|værk Gladiator|skole Græde|konernes",
  "Handels|station Hat|shepsut Hemme|ligt Hjælpe|tropper Hånd|værkernes Kapi|tolium Karavan|serai Kurti|sanernes",
  "Køb|mændenes Leje|soldater Markeds|plads Mauso|leet Militær|lejr Nefer|titi Pante|låner Plante|skole Ptole|mæus",
  "Pyrami|derne Røver|rede Skibs|redernes Skjule|sted Skrive|stue Skyde|bane Skyg|gernes Slave|marked Spille|bule",
  "Spille|hus Spil|lernes Spio|nernes Spion|ring Strate|gernes Studere|kammer Tegne|stue Tortur|kammer Tømmer|plads",
  "Udgrav|ning Univer|sitet Viden|skabs|mændenes Vitru|vius Zeus|statuen Øvelses|plads",
  // French
  "Alexan|dre Alexan|drie Archi|mède Archi|tectes Arma|teurs Biblio|thèque Brique|terie Bâtis|seurs Caravan|sérail",
  "Cléo|pâtre Commer|çants Confré|rie Contin|gent Courti|sanes Céno|taphe Dioclé|tien Diplo|mates Dispen|saire",
  "Déco|rateurs Exca|vation Exploi|tation Faus|saires Fortifi|cations Halicar|nasse Hatchep|sout Justi|nien",
  "Labora|toire Magis|trats Merce|naires Nabucho|donosor Néfer|titi Observa|toire Palis|sade Philo|sophes",
  "Pigeon|nier Pleu|reuses Praxi|tèle Pytha|gore Rési|dence Scienti|fiques Scrip|torium Stra|tèges Sémi|ramis",
  "Travail|leurs Univer|sité argi|leuse bâtis|seurs cathé|drale clandes|tin d'Alexan|drie d'Arté|mis",
  "d'Halicar|nasse d'archi|tecte d'es|pions fores|tière suspen|dus",
  // Dutch
  "Alexan|drië Ambachts|gilde Apo|theker Arbeiders|gilde Biblio|theek Boogschiet|veld Boom|kwekerij Bouwers|gilde",
  "Byzan|tium Decorateurs|gilde Druk|kerij Filosofen|gilde Gemeente|huis Gladiatoren|school Glas|makerij",
  "Halicar|nassus Handelaren|gilde Handels|post Hout|zagerij Kathe|draal Koop|handel Leger|kamp Magistraten|gilde",
  "Markt|plaats Pandjes|huis Pira|mides Rechts|zaal Reders|gilde Spionnen|gilde Steen|fabriek Steen|groeve",
  "Strategen|gilde Studeer|kamer Trainings|veld Uit|graving Univer|siteit Vesting|werken Vuur|toren Wacht|toren",
  "Werk|plaats Weten|schappers|gilde Wijn|gaard",
  // English
  "Apothe|cary Archi|tect Archi|tects Aris|totle Brick|yard Brother|hood Build|ers' Caravan|sery Clan|destine",
  "Cleo|patra Consu|late Counter|feiters Courte|sans Court|house Crafts|mens Decora|tors Diocle|tian Diplo|mats",
  "Dispen|sary Glass|works Labora|tory Light|house Magis|trates Market|place Merce|naries Nebuchad|nezzar",
  "Observa|tory Philo|sophers Resi|dence Scien|tists Sepul|cher Ship|owners Stra|tegists Univer|sity Ware|house",
];
const SOFT = "\u00ad";
const parts = new Map(
  PARTED.flatMap((line) => line.split(" ")).map((word) => [word.replaceAll("|", ""), word.replaceAll("|", SOFT)]),
);

/** A name with soft hyphens in its long words; only for the eye, labels keep the plain name. */
export const partable = (name: string): string =>
  name
    .split(" ")
    .map((word) => parts.get(word) ?? word)
    .join(" ");
