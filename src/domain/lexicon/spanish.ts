import type { LexiconData } from './lexicon-data.ts';

export const SPANISH: LexiconData = {
  spokenStopWords: `alguien allá gracias has quiero so vale`,
  subjects:
    'acuerdo lugar mal pais trabaja trabajais trabajamos trabajan trabajar trabajas trabajo valor verdad',
  irregular: [
    'decidir decisión decisiones decidido decidió',
    'construir construcción construye construyen construido construida construirá',
    'elegir elección elecciones elige eligió elegido',
    'perder pérdida pérdidas pierde perdió',
    'ir fue iba iremos',
    'venir vino viene vinieron',
    'poner puso puesto pone',
    'escribir escrito escribió escriben',
    'morir murió muerte muerto muere',
    'costar cuesta cuestan costó coste costes costo costará costar',
    'empezar empieza empezó empiezan',
    'pedir pide pidió piden',
    'dormir duerme durmió',
    'abrir abierto abre abrió apertura',
    'volver vuelve volvió vuelto vuelta',
    'romper roto rompe rompió',
    'vender vende venta ventas vendió vendido',
    'comprar compra compró compras comprado',
    'pagar paga pagó pago pagos pagado',
    'crecer crece creció crecimiento',
    'conducir conduce condujo conductor',
  ],
  abbreviations:
    'aprox art av avda cap dr dra ee.uu ej etc fig lic máx mín núm no p.ej pág prof sr sra srta st tel ud uds vol',
  asking:
    'artículo comentar contar contestar decir describir dice dicen dicho dijo explicar grabación hablar hablado habla mencionar mencionado podcast preguntar pregunta responder transcripción vídeo video',
  vague: `año años caso casos cierto cosa cosas cuestión día días ejemplo favor fin final forma gente grande grandes hombre hora horas idea lado lugar mal manera mañana mes meses minuto minutos momento mujer mundo noche
nombre nueva nuevas nuevo nuevos parte pequeño pequeña persona personas problema problemas punto pregunta razón semana semanas tarde tema tiempo tipo trabajo verdad vida vieja viejo importante primer primera primero próximo próxima
último última tres cuatro cinco seis siete ocho nueve diez veinte cien ciento mil millón millones hoy ayer`,
  verbEndings: 'ar er ir ando iendo amos emos imos aron ieron aban ado ido ará erá irá',
  kinds: {
    time: {
      asks: 'cuándo|cuando|desde cuándo|cuánto tiempo|a qué hora|qué día|qué año|qué fecha|qué mes|qué edad|plazo',
      answers:
        'lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|ayer|hoy|mañana|tarde|noche|hora*|semana*|mes|meses|año*|día*|minuto*|segundo*|primavera|verano|otoño|invierno|siglo*',
    },
    amount: {
      asks: 'cuánto*|cuánta*|cuanto cuesta|qué precio|qué porcentaje|qué tamaño|qué altura|cuesta|costará',
      answers:
        'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cuarenta|cincuenta|cien|ciento*|mil|miles|millón|millones|por ciento|mitad|tercio|cuarto|docena',
    },
    person: {
      asks: 'quién|quiénes|a quién|de quién|quien',
      answers: 'señor|señora|don|doña|doctor*|profesor*',
    },
    reason: {
      asks: 'por qué|porqué|por qué razón|a qué se debe|motivo*',
      answers: 'porque|ya que|debido|causa|razón|motivo*|por eso|para que',
    },
  },
  cues: {
    tasks:
      'tenemos que|tengo que|tienes que|tiene que|tienen que|hay que|debemos|debes|deben|vamos a|por favor|no olvides|no olviden|recuerda|recuerden|próximo paso|próximos pasos|tarea*|antes del lunes|antes del martes|antes del miércoles|antes del jueves|antes del viernes|antes de fin|a más tardar|encargad*|responsable de',
    hints:
      'debería*|debe|voy a|va a|van a|propongo|sugiero|recomiendo|acordamos|acordado|decidimos|decidido|plazo|me encargo|se encarga',
    opinions:
      'creo que|pienso que|me parece|opino|espero|en mi opinión|importante*|fundamental|nunca|siempre|sinceramente|maravillos*|lo mejor|lo peor|por primera vez',
    leaning:
      'y|e|pero|así|o|porque|entonces|luego|también|sí|no|vale|bueno|pues|exacto|exactamente|él|ella|ellos|ellas|eso|esto|esa|ese|este|esta|hola|gracias|buenos|buenas|claro',
  },
  whole: {
    words: `acciones asistentes breve clase claves charla conclusiones contenido conversación decisiones decidido decidió dime entrevista episodio esencial general gente grabación haz hablan habla hablar
ideas importante importantes invitado lista necesario paso pasos persona personas podcast principal principales próximo próximos punto puntos resume resumen resumir resúmeme reunión síntesis tarea tareas tema temas texto trata
transcripción vídeo video voces pendiente pendientes corto corta aspectos destacados`,
    tasks: 'hacer|paso*|tarea*|acciones|pendiente*|decisiones|decid*',
    speakers:
      'quién habla|quiénes hablan|quien habla|quienes hablan|quién está|quiénes son|qué personas|qué voces',
  },
};
