import type { LexiconData } from './lexicon-data.ts';

export const ITALIAN: LexiconData = {
  spokenStopWords: `buongiorno buonasera d s m t v n quell quest anch com tutt abbastanza adesso alcuni alcune allora altra altre altri altro ancora andare appena avere bene beh cioè circa
comunque così cosa deve devono dire dopo dunque due ecco essa esse essere essi esso fa fare fatto finché fino forse fra già infatti insieme insomma
invece magari mai me meglio meno mentre molta molte molti molto neanche nessuno nessuna niente no od ogni oggi ok oltre ora oppure perciò però poi
poco può possiamo possono proprio prima qua quali qualche qualcosa qualcuno quando quasi qui quindi sa sempre senza so solo sopra soprattutto sotto
stare stata state stati stato stesso subito tanta tante tanti tanto te troppo tutta tutte va vabbè vado vai vanno vero viene vuole`,
  irregular: [
    'decidere decisione decisioni deciso decisa decidono',
    'costruire costruzione costruzioni costruito costruita costruiranno costruirà',
    'scegliere scelta scelte scelto sceglie',
    'perdere perdita perdite perso perduto',
    'andare andato vanno andremo',
    'venire venuto verrà vengono',
    'mettere messo mette messa',
    'scrivere scritto scrive scritta',
    'morire morto morte muore',
    'aprire aperto apre apertura',
    'chiudere chiuso chiude chiusura',
    'prendere preso prende presa',
    'vendere vendita vendite venduto vende',
    'comprare acquisto compra comprato',
    'pagare pagamento pagamenti paga pagato',
    'crescere crescita cresce cresciuto',
    'rispondere risposta risposte risponde risposto',
    'leggere letto legge lettura',
    'bere beve bevuto bevanda',
    'costare costa costano costo costi costerà',
    'uomo uomini',
  ],
  abbreviations:
    'art ca cap dott dott.ssa ecc es fig geom ing max min n pag prof prof.ssa sig sig.ra sigg st tel vol',
  asking:
    'articolo chiedere descrivere detto dice dicono discutere domandare menzionare menzionato parlare parla parlato podcast raccontare registrazione rispondere spiegare trascrizione video',
  vague: `anno anni caso cose dico domani esempio fine genere gente giorni giorno grande grandi idea ieri importante lato lavoro luogo mano maniera mattina mese mesi minuti minuto modo momento mondo nome notte nuova nuove nuovi nuovo
numero ora ore parola parte persona persone piccola piccolo posto primo prima problema problemi prossima prossimo punto domanda ragione sera settimana settimane senso tempo tipo ultimo ultima uomo vecchio vita volta volte
tre quattro cinque sei sette otto nove dieci venti cento mille mila milione milioni`,
  verbEndings: 'are ere ire ando endo iamo avano evano arono erono irono eranno iranno erà irà ato uto ito',
  kinds: {
    time: {
      asks: 'quando|da quando|quanto tempo|a che ora|che giorno|quale giorno|che anno|quale data|quanti anni|entro quando|scadenza',
      answers:
        'lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|ieri|oggi|domani|mattin*|sera|ora|ore|settiman*|mese|mesi|anno|anni|giorn*|minut*|second*|primavera|estate|autunno|inverno|secol*',
    },
    amount: {
      asks: 'quanto|quanta|quanti|quante|che prezzo|quale prezzo|che percentuale|quale percentuale|costa|costerà',
      answers:
        'due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|venti|trenta|quaranta|cinquanta|cento|mille|mila|milion*|miliard*|per cento|metà|terzo|quarto|dozzina',
    },
    person: { asks: 'chi|di chi|a chi', answers: 'signor*|dottor*|professor*' },
    reason: {
      asks: 'perché|per quale motivo|per quale ragione|come mai',
      answers: 'perché|poiché|siccome|dato che|a causa|motivo|ragione|quindi|affinché',
    },
  },
  cues: {
    tasks:
      'dobbiamo|devi|dovete|devono|devo|bisogna|occorre|per favore|non dimenticare|non dimenticate|ricordati|ricordatevi|prossimo passo|prossimi passi|da fare|entro lunedì|entro martedì|entro mercoledì|entro giovedì|entro venerdì|entro domani|entro fine|entro la fine|responsabile di|incaricat*',
    hints:
      'dovrebbe*|dovremmo|deve|andrò|faremo|propongo|suggerisco|consiglio|abbiamo deciso|deciso|concordato|scadenza|me ne occupo|si occupa',
    opinions:
      'penso|credo|secondo me|mi sembra|trovo che|spero|a mio parere|importante|importanti|fondamentale|mai|sempre|sinceramente|meraviglios*|il migliore|la cosa migliore|il peggiore|per la prima volta',
    leaning:
      'e|ma|quindi|o|perché|allora|poi|anche|sì|no|ok|va bene|esatto|esattamente|lui|lei|loro|questo|questa|quello|quella|ciao|grazie|buongiorno|buonasera|certo|beh|ecco',
  },
  whole: {
    words: `argomenti argomento azioni breve brevemente chiave colloquio contenuto conversazione decisioni deciso dialogo discussione elenco episodio essenziale fai fammi generale gente idee importante importanti incontro
intervista lezione ospite parla parlano parlare passi passo persona persone podcast principale principali prossimi prossimo punti punto registrazione riassumere riassumi riassunto riguarda riunione sintesi tema temi testo
tratta trascrizione video voci compiti panoramica dammi`,
    tasks: 'fare|passi|passo|compit*|azioni|decision*|deciso',
    speakers: 'chi parla|chi parlano|chi sono|chi c’è|quali persone|quali voci|chi viene intervistat*',
  },
};
