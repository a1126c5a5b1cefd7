import type { LexiconData } from './lexicon-data.ts';

export const SWEDISH: LexiconData = {
  spokenStopWords: `allihop allihopa alltid alltså andra bara behöver bra bättre både därför eftersom egentligen faktiskt fick finns fram få får förstås ganska ge genom ger gick gjorde gå
går gör göra hela helt hör ibland igen in inga inget innan ja jo just kanske kom komma kommer kunna lite medan mer många måste nog nån nåt nej nästan
ock också okej redan sen sitt ska såg ta tack tar tills tror ur vems vet vill väl även öh`,
  irregular: [
    'bygga bygger byggde byggt bygge bygget',
    'besluta beslut beslutet beslutade beslutat beslutar',
    'gå gick gått går',
    'säga sa sade sagt säger',
    'tala talar talade talat tal',
    'köpa köper köpte köpt',
    'sälja säljer sålde sålt',
    'skriva skriver skrev skrivit',
    'ta tar tog tagit',
    'hjälpa hjälper hjälpte hjälpt hjälp',
    'välja väljer valde valt val',
    'växa växer växte växt',
    'kosta kostar kostade kostat kostnad kostnaden kostnader',
    'skola skolan skolor skolorna',
    'börja börjar började börjat början',
    'förlora förlorar förlorade förlorat förlust',
    'hus huset husen husets',
    'bok boken böcker böckerna',
    'man mannen män männen',
    'barn barnet barnen barns',
    'stad staden städer städerna',
    'vatten vattnet vattnets',
    'väg vägen vägar vägarna',
    'bro bron broar broarna brons',
    'ö ön öar öarna',
  ],
  abbreviations:
    'bl.a ca dr d.v.s dvs etc ev exkl fr.o.m inkl jfr kl m.fl m.m nr osv prof resp s.k st t.ex t.o.m tel',
  asking:
    'berätta beskriva diskutera fråga förklara hända händer nämna prata pratar pratade sade sagt sagts säga säger svara tala talar talare inspelning inspelningen transkript video podd artikel',
  vague: `barn början bit dag dagar del fall folk fråga gång gånger hand hel idé kväll liten livet lång man människa människor minuter månad morgon namn natt ny nya nytt plats poäng problem punkt sak saker sida sista
slut stor stora stort stycke ställe sätt tid timme timmar år året vecka väg världen första andra nästa viktig två tre fyra fem sex sju åtta nio tio hundra tusen miljon miljoner procent idag imorgon`,
  kinds: {
    time: {
      asks: 'när|hur länge|hur ofta|hur gammal|sedan när|vilken dag|vilket år|vilken månad|hur dags',
      answers:
        'måndag*|tisdag*|onsdag*|torsdag*|fredag*|lördag*|söndag*|januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december|igår|idag|imorgon|i morgon|kväll*|klockan|veck*|månad*|år|året|åren|dag|dagar|timm*|minut*|sekund*|våren|sommaren|hösten|vintern|århundra*',
    },
    amount: {
      asks: 'hur mycket|hur många|hur stor*|hur hög*|hur långt|hur snabb*|hur dyr*|vad kostar|vad kostade|hur stor andel',
      answers:
        'två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv|tjugo|trettio|fyrtio|femtio|hundra*|tusen*|miljon*|miljard*|procent|hälften|tredjedel*|fjärdedel*',
    },
    person: { asks: 'vem|vems|vilka', answers: 'herr|fru|doktor|professor' },
    reason: {
      asks: 'varför|av vilken anledning|hur kommer det sig',
      answers: 'därför|eftersom|för att|på grund av|anledning*|orsak*',
    },
  },
  cues: {
    tasks:
      'måste|behöver|bör|låt oss|kom ihåg|glöm inte|var snäll|nästa steg|att göra|senast|före måndag|före fredag|till måndag|till tisdag|till onsdag|till torsdag|till fredag|ansvarar för|ansvarig för',
    hints:
      'borde|jag ska|vi ska|du ska|de ska|jag kommer att|vi kommer att|jag föreslår|jag rekommenderar|bestämt|beslutat|överens|tar hand om',
    opinions:
      'jag tror|jag tycker|jag känner|jag hoppas|viktig*|aldrig|alltid|ärligt|underbar*|fantastisk*|bästa|värsta|för första gången',
    leaning:
      'och|men|så|eller|för|då|också|ja|nej|jo|okej|precis|han|hon|den|det|de|detta|denna|dessa|hej|tack|god|bra|visst',
  },
  whole: {
    words: `allt avsnitt beslut beslutades beslutet bestämdes diskuterades föreläsning gjort gör göra gäller gäst handlar huvudpunkter huvudsakliga innehåll inspelning inspelningen intervju kort kan ge
möte mötet människor nästa person personer podd poddavsnitt prata pratar punkter punkterna röster samtal samtalet sammanfatta sammanfattning steg säga sägs talar tas ta transkript uppgifter video viktig viktiga viktigaste ämne ämnen översikt`,
    tasks: 'göra|gjort|görs|steg|uppgift*|beslut*|bestämd*',
    speakers:
      'vem talar|vem pratar|vilka talar|vilka pratar|vilka är det*|vem är det*|vilka personer|vilka röster',
  },
};
