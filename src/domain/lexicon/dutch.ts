import type { LexiconData } from './lexicon-data.ts';

export const DUTCH: LexiconData = {
  spokenStopWords: `allemaal alle alleen bent bijna bijvoorbeeld daarna daarom doe doet echt eerst erg ergens even gaan gaat ga gewoon goed graag hadden hebt heel hen iedereen
jaar jij jou jouw jullie laat maken mee misschien moeten mogen nee nou onze oké pas precies straks tussen uh vind volgens waar waarom wanneer we weer
wel welke werden wij willen zei zoals zouden`,
  irregular: [
    'kind kinderen',
    'beslissen beslissing beslissingen beslist besliste',
    'gaan ging gingen gegaan',
    'komen kwam kwamen gekomen',
    'geven gaf gaven gegeven',
    'nemen nam namen genomen neemt',
    'spreken sprak spraken gesproken spreekt gesprek gesprekken',
    'vinden vond vonden gevonden',
    'schrijven schreef schreven geschreven',
    'blijven bleef bleven gebleven',
    'besluiten besloot besloten besluit',
    'beginnen begon begonnen begin',
    'kopen kocht kochten gekocht koopt',
    'verkopen verkocht verkochten verkoopt verkoop',
    'denken dacht dachten gedacht',
    'brengen bracht brachten gebracht',
    'verliezen verloor verloren verlies',
    'sluiten sloot sloten gesloten',
    'helpen hielp hielpen geholpen hulp',
    'rijden reed reden gereden rijdt',
    'eten at aten gegeten eet',
    'kiezen koos kozen gekozen keuze',
    'bouwen bouw bouwt bouwde gebouwd',
    'kosten kost kostte gekost',
    'maken maakt maakte gemaakt',
    'zeggen zegt zei gezegd',
    'stad steden',
    'schip schepen',
  ],
  abbreviations:
    'bijv blz bv ca d.w.z dhr dr drs enz etc evt inc ing ir mevr mr nl nr o.a prof st t/m tel vgl z.s.m',
  asking:
    'antwoorden beschrijven bespreken besproken gezegd noemen genoemd praten gepraat spreken gesproken spreker uitleggen vertellen verteld vragen zeggen zei opname transcript video podcast artikel',
  vague: `begin beetje dag dagen ding dingen eerste einde geval gevoel goede grote hand idee jaar jaren keer klein kleine laatste leven man manier mens mensen minuten moment maand maanden morgen naam nieuw nieuwe
nacht oude plek probleem punt reden soort stuk tijd uur vandaag volgende vraag vragen week weken wereld zaak twee drie vier vijf zes zeven acht negen tien honderd duizend miljoen procent`,
  verbEndings: '',
  kinds: {
    time: {
      asks: 'wanneer|hoe lang|hoe vaak|hoe oud|sinds wanneer|hoe laat|welke dag|welk jaar|welke maand|deadline',
      answers:
        'maandag*|dinsdag*|woensdag*|donderdag*|vrijdag*|zaterdag*|zondag*|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|gisteren|vandaag|morgen|avond|uur|week|weken|maand*|jaar|jaren|dag|dagen|minuten|seconden|lente|zomer|herfst|winter|eeuw',
    },
    amount: {
      asks: 'hoeveel|hoe groot|hoe hoog|hoe ver|hoe snel|hoe duur|wat kost|wat kosten|welk percentage|welke prijs',
      answers:
        'twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|twintig|dertig|veertig|vijftig|honderd*|duizend*|miljoen*|miljard*|procent|helft|derde|kwart',
    },
    person: { asks: 'wie|wiens', answers: 'meneer|mevrouw|dokter|professor' },
    reason: {
      asks: 'waarom|hoezo|welke reden*|wat is de reden',
      answers: 'omdat|want|daarom|doordat|vanwege|reden|zodat',
    },
  },
  cues: {
    tasks:
      'moet|moeten|laten we|vergeet niet|denk eraan|alsjeblieft|alstublieft|volgende stap|volgende stappen|actiepunt*|voor maandag|voor dinsdag|voor woensdag|voor donderdag|voor vrijdag|uiterlijk|voor het einde|verantwoordelijk voor',
    hints:
      'zou moeten|zouden|ik zal|we zullen|wij zullen|ik ga|we gaan|ik stel voor|ik raad aan|afgesproken|besloten|deadline|regel ik|neem ik',
    opinions:
      'ik denk|ik vind|ik geloof|ik hoop|volgens mij|belangrijk*|nooit|altijd|eerlijk|geweldig*|het beste|het ergste|voor het eerst',
    leaning:
      'en|maar|dus|of|want|omdat|dan|ook|nou|ja|nee|oké|precies|hij|zij|ze|het|dat|dit|deze|die|hallo|dank|bedankt|goede|goed|klopt',
  },
  whole: {
    words: `volgende aflevering alles belangrijk belangrijke belangrijkste besluiten besloten besproken bespreking college doen gaat gast gebeuren gebeurt gedaan gesprek gezegd hele hoofdpunten inhoud interview kort korte kun
geef mensen onderwerp onderwerpen opname overzicht persoon personen praat praten podcast punten samen samenvatten samenvatting sprekers spreekt stap stappen stemmen taken transcript vat vergadering video waarover`,
    tasks: 'doen|gedaan|stap*|taken|actiepunt*|besluit*|besloten',
    speakers:
      'wie spreekt|wie spreken|wie praat|wie praten|wie zijn de*|wie is er*|welke personen|welke sprekers',
  },
};
