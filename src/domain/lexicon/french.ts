import type { LexiconData } from './lexicon-data.ts';

export const FRENCH: LexiconData = {
  spokenStopWords: `bonjour bonsoir ah ainsi alors après assez aucun aucune aussi autre autres avant avoir bah beaucoup ben bien bon ça car celle celles celui cent ceux chaque chez ci
comme comment contre déjà depuis derrière deux devant dire dit dites doit dois doivent donc dont elles encore enfin entre être euh fait faire faut
faudrait fois font jamais juste laquelle lequel lesquels mêmes mieux moins ni non ouais oui parce parfois pendant peu peut peuvent peux plus plusieurs
plutôt pourquoi pourrait pouvez pouvoir presque puis jusqu lorsqu puisqu quoiqu aujourd hui quand quelque quelques quoi rien seulement si sinon sous
souvent tant tel telle toujours tous tout toute toutes très trop va vais vas vers veut veux voilà voir vraiment vu`,
  irregular: [
    'décider décision décisions décidé',
    'construire construit construite construction constructions construisent construira',
    'vendre vend vendent vendu vente ventes',
    'acheter achète achètent achat achats',
    'perdre perd perdu perte pertes',
    'choisir choisi choix choisit',
    'écrire écrit écrite écrivent écriture',
    'prendre prend prennent pris prise',
    'venir vient viennent venu',
    'mettre met mettent mis mise',
    'mourir mort meurt morts',
    'élire élu élus élection élections',
    'ouvrir ouvre ouvert ouverte ouverture',
    'finir fini fin finit',
    'aider aide aidé',
    'payer paie paye payé paiement paiements',
    'croître croissance croît',
    'boire boit bu boisson',
    'conduire conduit conduite',
    'répondre répond répondu réponse réponses',
    'œil yeux',
    'travail travaux',
    'coûter coûte coûté coût coûts coûtera',
  ],
  abbreviations: 'art av bd cf chap dr env etc ex fig max mgr min mlle mm mme no p.ex prof st ste tél vol',
  asking: `article décrire demander discuter enregistrement expliquer évoquer mentionner mentionné parler parlé podcast raconter répondre transcription vidéo intervenant dit disent`,
  vague: `année années an ans besoin bout cas chose choses côté coup début demain exemple façon fin grand grande grands gens heure heures hier histoire homme idée jour jours jusque main manière matin même minute minutes mois
moment monde mot nouveau nouvelle nouveaux nuit nom nombre part partie personne personnes petit petite petits place point problème question questions raison semaine semaines sens soir sorte suite temps tour truc vie vieux
important premier première dernier dernière prochain trois quatre cinq six sept huit neuf dix vingt cent mille million millions pourcent`,
  verbEndings: 'er ez ons ait aient erait era eront iront ira ant',
  kinds: {
    time: {
      asks: 'quand|depuis quand|combien de temps|à quelle heure|quel jour|quelle année|quelle date|quel mois|quel âge|date limite',
      answers:
        'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|hier|demain|matin|soir|heure*|semaine*|mois|an|ans|année*|jour*|minute*|seconde*|printemps|été|automne|hiver|siècle*',
    },
    amount: {
      asks: 'combien|quel prix|quel montant|quelle part|quel pourcentage|quelle taille|à quelle hauteur|coûte|coûtera',
      answers:
        'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|quarante|cinquante|soixante|cent|cents|mille|million*|milliard*|pour cent|moitié|tiers|quart|douzaine',
    },
    person: { asks: 'qui|à qui|de qui', answers: 'monsieur|madame|docteur|professeur*' },
    reason: {
      asks: 'pourquoi|pour quelle raison|quelles raisons|à cause de quoi',
      answers: 'parce|car|puisque|donc|à cause|raison*|grâce|afin',
    },
  },
  cues: {
    tasks:
      'il faut|il faudra|il faudrait|nous devons|vous devez|on doit|je dois|tu dois|doivent|devons|s’il vous plaît|n’oubliez pas|n’oublie pas|pensez à|prochaine étape|prochaines étapes|à faire|d’ici lundi|d’ici vendredi|d’ici la fin|avant lundi|avant mardi|avant mercredi|avant jeudi|avant vendredi|avant la fin|responsable de|chargé de|chargée de',
    hints:
      'devrait|devrions|devriez|doit|je vais|nous allons|on va|je propose|je recommande|je suggère|décidé|convenu|délai|date limite|je m’occupe',
    opinions:
      'je pense|je crois|je trouve|j’espère|à mon avis|selon moi|important*|essentiel*|jamais|toujours|honnêtement|merveilleu*|formidable*|le meilleur|le pire|pour la première fois',
    leaning:
      'et|mais|donc|ou|car|alors|puis|aussi|oui|non|ouais|d’accord|voilà|il|elle|ils|elles|ça|cela|ceci|c’est|ce|cette|bonjour|bonsoir|merci|bien|exactement|euh|ben|bah',
  },
  whole: {
    words: `actions agit bref brève ceci chapitre clé clés conférence contenu conversation cours décidé décisions discussion dit enregistrement ensemble entretien épisode essentiel étape étapes faire général générale gens grandes
idées important importants importantes importante interview invité liste leçons parle parlent personne personnes peux pouvez podcast point points principal principale principaux principales prochaine prochaines quoi réunion résume résumé résumer
résumez sujet sujets suite synthèse tâches texte thème thèmes traite transcription tout vidéo voix aperçu donne donner fais retenir`,
    tasks: 'faire|tâche*|étape*|action*|décision*|décidé*|suite',
    speakers:
      'qui parle|qui parlent|qui sont les|qui est là|qui intervient|quelles personnes|quelles voix|qui est interviewé*',
  },
};
