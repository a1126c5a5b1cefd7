import type { LexiconData } from './lexicon-data.ts';

export const PORTUGUESE: LexiconData = {
  spokenStopWords: `ah ainda além algo alguém algum alguma algumas alguns ali apenas aqui assim bastante bem bom cada claro contra cá daí demais desde dessa desse desta
deste dois embora enquanto então és estar fazer faz fez feito gente hoje ia ir la lá lo logo meio melhor menos mim muita muitas muitos nada nenhum
nenhuma ninguém nessa nesse nesta neste nunca obrigado obrigada onde outra outras outro outros pode podem podemos pois porque porquê porém pouca pouco
pra pro quais qualquer quanta quantas quanto quantos quase quer sempre sendo ser si sido sim sob sobre tanto tão ter tipo toda todas todo todos tudo
umas uns vai vamos vão vez vou`,
  irregular: [
    'decidir decisão decisões decidido decidiu decidem',
    'construir construção construções construído construída constrói construirá',
    'escolher escolha escolhas escolhido',
    'perder perda perdas perde perdido',
    'vir veio vem vieram',
    'pôr pôs posto põe puseram',
    'escrever escrito escreve escreveu',
    'morrer morreu morte morto morre',
    'abrir aberto abre abriu abertura',
    'vender venda vendas vendeu vendido',
    'comprar compra compras comprou comprado',
    'pagar paga pagou pago pagamento pagamentos',
    'crescer cresce cresceu crescimento',
    'responder resposta respostas respondeu',
    'custar custa custam custou custo custos custará',
    'começar começa começou começo',
    'dizer disse dito dizem diz',
    'trazer trouxe traz trazido',
    'gastar gasta gastou gasto gastos',
    'eleger eleição eleições eleito',
    'mão mãos',
    'difícil difíceis',
    'fácil fáceis',
    'pão pães',
  ],
  abbreviations:
    'aprox art av cap dr dra etc ex exmo fig ilmo máx mín núm nº p.ex pág prof profa r sr sra srta st tel v.exa vol',
  asking:
    'artigo comentar contar descrever disse disseram dito dizer explicar falar falado falou gravação mencionar mencionado perguntar pergunta podcast responder transcrição vídeo',
  vague: `ano anos caso certo coisa coisas dia dias exemplo favor fim final forma grande grandes homem hora horas ideia lado lugar mal maneira manhã mês meses minuto minutos modo momento mulher mundo noite nome nova novas novo
novos parte pequena pequeno pessoa pessoas ponto problema problemas pergunta razão semana semanas tarde tempo trabalho verdade vida velho importante primeira primeiro próxima próximo último última três quatro cinco seis
sete oito nove dez vinte cem cento mil milhão milhões ontem amanhã`,
  verbEndings: 'ar er ir ando endo indo amos emos imos aram eram iram avam ado ido ará erá irá ou eu iu',
  kinds: {
    time: {
      asks: 'quando|desde quando|quanto tempo|a que horas|que horas|que dia|qual dia|que ano|qual a data|que data|que mês|que idade|prazo',
      answers:
        'segunda*|terça*|quarta-feira|quinta*|sexta*|sábado|domingo|janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|ontem|hoje|amanhã|manhã|tarde|noite|hora*|semana*|mês|meses|ano*|dia|dias|minuto*|segundos|primavera|verão|outono|inverno|século*',
    },
    amount: {
      asks: 'quanto|quanta|quantos|quantas|qual o preço|que preço|qual a percentagem|qual a porcentagem|custa|custará',
      answers:
        'dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|vinte|trinta|quarenta|cinquenta|cem|cento|mil|milhar*|milhão|milhões|bilh*|por cento|metade|terço|quarto|dúzia',
    },
    person: { asks: 'quem|de quem|a quem', answers: 'senhor|senhora|dom|dona|doutor*|professor*' },
    reason: {
      asks: 'por que|porque|porquê|por quê|por que motivo|por que razão',
      answers: 'porque|pois|já que|devido|causa|razão|motivo*|por isso|para que',
    },
  },
  cues: {
    tasks:
      'temos que|temos de|tenho que|tenho de|tens de|tem que|tem de|têm que|têm de|é preciso|precisamos|devemos|devem|por favor|não esqueça*|não se esqueça*|lembre-se|próximo passo|próximos passos|tarefa*|até segunda|até terça|até quarta|até quinta|até sexta|até amanhã|até ao fim|até o fim|responsável por|encarregad*',
    hints:
      'deveria*|devia*|deve|vou|vamos|vai|vão|proponho|sugiro|recomendo|combinamos|combinado|decidimos|decidido|prazo|eu trato|fica com',
    opinions:
      'acho que|acredito|penso que|creio|espero|na minha opinião|importante*|fundamental|nunca|sempre|sinceramente|maravilhos*|o melhor|o pior|pela primeira vez',
    leaning:
      'e|mas|então|ou|porque|pois|depois|também|sim|não|ok|certo|bom|exato|exatamente|ele|ela|eles|elas|isso|isto|esse|essa|este|esta|olá|oi|obrigado|obrigada|claro',
  },
  whole: {
    words: `ações assunto assuntos aula breve brevemente chave conteúdo conversa decidido decisões diz encontro entrevista episódio essencial faça fala falam falar feito geral gente gravação ideias importante importantes
lista palestra participantes passo passos pessoa pessoas podcast ponto pontos principais principal próximo próximos resuma resumir resumo reunião síntese tarefa tarefas tema temas texto trata transcrição vídeo
vozes visão convidado dê pendente pendentes`,
    tasks: 'fazer|feito|passo*|tarefa*|ações|pendente*|decis*|decidido',
    speakers:
      'quem fala|quem falam|quem está|quem são|quais pessoas|quais vozes|que pessoas|quem é entrevistad*',
  },
};
