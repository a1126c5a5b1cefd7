/** Texts for the synthesizer: plain sentences of different lengths, some with pauses. */
export const ENGLISH_TEXTS: readonly string[] = [
  'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background.',
  'It is easy to tell the depth of a well. These days a chicken leg is a rare dish.',
  'Rice is often served in round bowls. The juice of lemons makes fine punch.',
  'The box was thrown beside the parked truck. The hogs were fed chopped corn and garbage.',
  'Four hours of steady work faced us. A large size in stockings is hard to sell.',
  'The boy was there when the sun rose. A rod is used to catch pink salmon.',
  'The source of the huge river is the clear spring. Kick the ball straight and follow through.',
  'Help the woman get back to her feet. A pot of tea helps to pass the evening.',
  'Good morning everyone, thank you for joining the call today. Before we begin, let me say a few words about the plan for this year.',
  'We started with a small team of five people, and now there are more than fifty of us in three different cities.',
  'When the report was finished, nobody could remember who had asked for it, or why it had seemed so important at the time.',
  'If you look at the second page, you will see that the cost of the building went up by almost ten percent during the winter.',
  'She opened the window and listened to the rain, which had been falling since early in the morning without a single break.',
  'The museum is open from Monday to Saturday. On Sunday it is closed, but the garden and the library stay open until the evening.',
  'I would like to thank the members of the committee for their patience, their advice, and their very careful reading of the first draft.',
  'There was nothing left to do but wait for the train, and hope that the weather would not become any worse before the night.',
];

/** Languages that the local engine does not know. */
export const FOREIGN_TEXTS: readonly { voice: string; text: string }[] = [
  {
    voice: 'de',
    text: 'Guten Morgen, meine Damen und Herren. Wir freuen uns sehr, dass Sie heute so zahlreich gekommen sind, um mit uns über die Zukunft unserer Stadt zu sprechen. Das Wetter ist leider nicht besonders schön.',
  },
  {
    voice: 'ru',
    text: 'Доброе утро, уважаемые коллеги. Сегодня мы поговорим о том, как изменилась наша работа за последний год и что нам предстоит сделать. Погода сегодня хорошая, и настроение у всех тоже.',
  },
  {
    voice: 'fr',
    text: 'Bonjour à tous et merci d’être venus si nombreux. Nous allons parler de ce que nous avons fait cette année et de ce qui reste à faire. Il fait beau aujourd’hui et les enfants jouent dans le jardin.',
  },
  {
    voice: 'es',
    text: 'Buenos días a todos y gracias por venir. Hoy vamos a hablar de los cambios que hemos hecho durante el último año y de lo que queda por hacer. El tiempo es bueno y los niños juegan en la calle.',
  },
  {
    voice: 'pl',
    text: 'Dzień dobry państwu. Dzisiaj porozmawiamy o tym, jak zmieniła się nasza praca w ostatnim roku i co jeszcze musimy zrobić. Pogoda jest ładna, a dzieci bawią się na podwórku.',
  },
];
