import type { LexiconData } from './lexicon-data.ts';

export const GERMAN: LexiconData = {
  spokenStopWords: `ach all außerdem beide beim bisschen bitte dabei dadurch dafür daher danach danke daran darauf daraus darin darüber darum dass davon denen deren
deshalb eben ebenfalls eher eigentlich einfach erst etwa fast ganz gar genau gerade gern gerne gibt glaube gleich gut habt halt hast immer irgendwie
ja kannst klar könnten macht mal mehr möchte müssen na natürlich ne nee nein oft okay schon sei seid seit sogar sollen sollten soviel sowie tun
überhaupt unsere unserem unseren viele vielleicht wann warum wer wem wen wessen wirklich wobei wohl worden äh ähm`,
  irregular: [
    'gehen ging gingen gegangen',
    'kommen kam kamen gekommen',
    'geben gab gaben gegeben gibt',
    'nehmen nahm nahmen genommen nimmt',
    'sprechen sprach sprachen gesprochen spricht gespräch gespräche gesprächen',
    'finden fand fanden gefunden',
    'schreiben schrieb schrieben geschrieben',
    'bleiben blieb blieben geblieben',
    'entscheiden entschied entschieden entscheidung entscheidungen',
    'beschließen beschloss beschlossen beschluss beschlüsse',
    'helfen half halfen geholfen hilft hilfe',
    'verlieren verlor verloren verlust verluste',
    'beginnen begann begannen begonnen beginn',
    'fahren fuhr fuhren gefahren fährt fahrt',
    'sehen sah sahen gesehen sieht',
    'essen aß aßen gegessen isst',
    'trinken trank tranken getrunken',
    'denken dachte dachten gedacht',
    'bringen brachte brachten gebracht',
    'wissen wusste wussten gewusst weiß',
    'stehen stand standen gestanden',
    'ziehen zog zogen gezogen',
    'werfen warf warfen geworfen wirft',
    'schließen schloss schlossen geschlossen',
    'sterben starb starben gestorben stirbt',
    'steigen stieg stiegen gestiegen',
    'wachsen wuchs wuchsen gewachsen wächst wachstum',
    'verkaufen verkauf verkäufe verkauft verkaufte verkauften',
    'kaufen kauf käufe gekauft kauft kaufte',
    'bauen bau bauten baut baute gebaut',
  ],
  abbreviations: `bzw ca d.h dr etc evtl fr ggf hr inkl jan febr nr okt dez prof sog st str tel u.a usw vgl z.b zzgl`,
  asking: `antworten beschreiben erklären erwähnen erwähnt erzählen fragen gesagt geredet gesprochen reden sagen sagte sprechen sprecher passieren passiert zusammenfassen
aufnahme aufzeichnung transkript video podcast artikel`,
  vague: `abend anfang art beispiel bild dank ding dinge ende fall frage fragen gefühl grund hand idee jahr jahre jahren leben leute mal mann mensch menschen minute minuten moment monat monate
morgen nacht name punkt problem sache sachen seite stelle stück stunde stunden tag tage tagen teil thema uhr weg weile weise welt woche wochen wort zeit ziel zwei drei vier fünf sechs sieben acht neun zehn
hundert tausend million millionen prozent neu neue neuen neues groß große großen klein kleine kleinen alt alte alten wichtig erste ersten letzte letzten nächste nächsten`,
  kinds: {
    time: {
      asks: 'wann|seit wann|bis wann|wie lange|wie oft|wie alt|um wie viel uhr|welche* tag|welche* jahr|welche* monat|frist',
      answers:
        'montag*|dienstag*|mittwoch*|donnerstag*|freitag*|samstag*|sonntag*|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|gestern|heute|morgen|abend*|uhr|woche*|monat*|jahr*|tag|tage*|stunde*|minute*|sekunde*|frühling|sommer|herbst|winter|jahrhundert',
    },
    amount: {
      asks: 'wie viel*|wieviel*|wie groß|wie hoch|wie weit|wie schnell|wie teuer|was kostet|was kosten|kostet|welche* preis|welche* anteil',
      answers:
        'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|hundert*|tausend*|million*|milliarde*|prozent|hälfte|drittel|viertel|dutzend',
    },
    person: { asks: 'wer|wem|wen|wessen', answers: 'herr|frau|doktor|professor*' },
    reason: {
      asks: 'warum|weshalb|wieso|aus welchem grund|welche* grund|gründe|weswegen',
      answers: 'weil|denn|deshalb|daher|darum|wegen|grund|damit',
    },
  },
  cues: {
    tasks:
      'müssen|muss|musst|müsst|wir sollten|du solltest|ihr solltet|sie sollten|bitte|lass uns|lasst uns|nicht vergessen|vergiss nicht|denk daran|denkt daran|nächster schritt|nächste schritte|aufgabe ist|bis montag|bis dienstag|bis mittwoch|bis donnerstag|bis freitag|bis morgen|bis ende|bis zum|zuständig für|verantwortlich für',
    hints:
      'sollten|sollte|ich werde|wir werden|du wirst|er wird|sie wird|ich schlage vor|ich empfehle|wir haben beschlossen|beschlossen|vereinbart|frist|kümmere mich|kümmert sich|übernehme|übernimmt',
    opinions:
      'ich glaube|ich denke|ich finde|ich meine|ich hoffe|meiner meinung|wichtig*|entscheidend*|am besten|am schlimmsten|nie|niemals|immer|ehrlich|wunderbar*|großartig*|zum ersten mal',
    leaning:
      'und|aber|also|oder|denn|weil|dann|da|ja|nein|okay|genau|na|ach|äh|ähm|er|sie|es|das|dies|diese|dieser|dieses|die|hallo|danke|guten|stimmt|klar|gut|doch',
  },
  whole: {
    words: `alles aufgabe aufgaben aufnahme aufzeichnung besprechung erledigen fasse fass folge gast geht geschehen gespräch handelt hauptpunkte hauptthema inhalt interview
kernaussagen kurz kurze leute mach nächste person personen punkte redet schritt schritte sagen spricht sprecher sprechen stimmen thema themen transkript treffen tun überblick übersicht video
vorlesung vortrag wichtig wichtige wichtigen wichtigste wichtigsten worum worüber getan ganze zusammen zusammenfassen zusammenfassung podcast beschlossen entscheidungen entschieden gesprochen geredet`,
    tasks: 'tun|getan|aufgabe*|schritt*|erledigen|beschlossen|entscheidung*|entschieden',
    speakers:
      'wer spricht|wer redet|wer ist zu hören|wer sind die*|wer sprechen|wer ist dabei|welche personen|welche sprecher|wer wird interviewt',
  },
};
