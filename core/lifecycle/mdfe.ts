import { CANCELLING, DRAFT, ISSUE, RESEND, SENDING } from './fiscal'
import type { Standing } from './standing'
import { CANCEL, cancelled, DONE, GONE, HELD, life } from './life'

/** Is its closing asked for? */
const isWanted = ({ dhPedidoEncerramento }: Standing): boolean =>
  dhPedidoEncerramento !== null && dhPedidoEncerramento !== undefined
/** What loads later is closed once it has notes (715). */
const lacksNotes = ({ carrega_depois, qNFe }: Standing): boolean => carrega_depois === true && Number(qNFe ?? 0) === 0
const CLOSING = ['closing', 'O encerramento deste MDF-e espera a resposta da SEFAZ.'] as const
const LATE = 'O cancelamento do MDF-e só é aceito até 24 horas depois da autorização: encerre-o.'

/**
 * The life of an MDF-e (T3-051 to T3-054): a draft until it is signed; then it has its number and is under way until the authority has answered. Authorised it is open:
 * the cargo is on its way, until it is closed. `autorizado`, `rejeitado`, `encerrado` and `cancelado` are set by an answer alone, never by a person.
 */
export const mdfeLife = life({
  the: 'o MDF-e',
  dates: {
    dhAssinatura: 'Assinado em',
    dhRejeicao: 'Rejeitado em',
    dhAutorizacao: 'Autorizado em',
    dhPedidoCancelamento: 'Cancelamento pedido em',
    dhPedidoEncerramento: 'Encerramento pedido em',
    dhEncerramento: 'Encerrado em',
    dhCancelamento: 'Cancelado em',
    dhAbandono: 'Abandonado em',
  },
  reasons: { xJustCancelamento: 'Motivo do cancelamento', xJustAbandono: 'Por que foi abandonado' },
  states: {
    cancelado: cancelled('Este MDF-e'),
    encerrado: {
      ...GONE,
      mark: 'check',
      n: 7,
      word: 'Encerrado',
      plural: 'Encerrados',
      on: 'dhEncerramento',
      refuses: ['closed', 'Este MDF-e já foi encerrado.'],
    },
    abandonado: {
      ...GONE,
      n: 6,
      word: 'Abandonado',
      plural: 'Abandonados',
      on: 'dhAbandono',
      refuses: ['given_up', 'Este MDF-e foi abandonado.'],
      doc: 'Não foi autorizado e não será: o número fica sem uso',
    },
    encerrando: {
      hue: 'azul',
      mark: 'dash',
      n: 8,
      word: 'Encerrando',
      plural: 'Encerrando',
      on: 'dhPedidoEncerramento',
      refuses: CLOSING,
    },
    cancelando: {
      ...CANCELLING,
      refuses: ['cancelling', 'O cancelamento deste MDF-e espera a resposta da SEFAZ.'],
    },
    autorizado: {
      ...DONE,
      n: 3,
      word: 'Aberto',
      plural: 'Abertos',
      on: 'dhAutorizacao',
      refuses: ['authorised', 'Este MDF-e já foi autorizado.'],
      doc: 'Autorizado e não encerrado: a carga está a caminho',
    },
    rejeitado: {
      ...HELD,
      n: 2,
      word: 'Rejeitado',
      plural: 'Rejeitados',
      on: 'dhRejeicao',
      refuses: ['rejected', 'Este MDF-e foi rejeitado: corrija e envie de novo.'],
    },
    enviando: {
      ...SENDING,
      refuses: ['sending', 'Este MDF-e espera a resposta da SEFAZ.'],
      doc: 'Assinado e numerado: espera a resposta da SEFAZ',
    },
    rascunho: {
      ...DRAFT,
      refuses: ['draft', 'Este MDF-e ainda não foi emitido.'],
    },
  },
  writes: { head: { from: ['rascunho', 'rejeitado'] }, lists: { from: ['rascunho'] } },
  verbs: {
    emite: {
      ...ISSUE,
      will: 'O MDF-e recebe o próximo número da série, é assinado e enviado à SEFAZ.',
      done: 'MDF-e enviado à SEFAZ.',
    },
    corrige: {
      ...RESEND,
      from: ['rejeitado'],
      will: 'Os dados são lidos de novo da rota e dos cadastros, e o MDF-e é assinado e enviado com o mesmo número.',
      done: 'MDF-e enviado à SEFAZ.',
    },
    autoriza: { from: ['enviando', 'rejeitado'], sets: 'dhAutorizacao', label: 'Autorizar', past: 'Foi autorizado' },
    rejeita: { from: ['enviando'], sets: 'dhRejeicao', label: 'Rejeitar', past: 'Foi rejeitado' },
    encerra: {
      from: ['autorizado', 'encerrando'],
      sets: 'dhPedidoEncerramento',
      unless: [
        {
          when: lacksNotes,
          refuses: ({ nMDF }) => [
            'no_notes',
            `O MDF-e nº ${String(nMDF)} “carrega depois” e ainda não tem notas: inclua as notas antes de encerrar.`,
          ],
        },
      ],
      key: 'dispatch',
      label: 'Encerrar',
      past: 'Pediu o encerramento',
      will: 'A viagem terminou: o encerramento é enviado à SEFAZ, no município da última entrega.',
      done: 'Encerramento enviado à SEFAZ.',
      failed: 'Não foi possível encerrar',
    },
    cancela: {
      ...CANCEL,
      from: ['autorizado'],
      sets: 'dhPedidoCancelamento',
      reason: { kind: 'cancelamento', in: 'xJustCancelamento' },
      unless: [{ when: ({ fora_do_prazo }) => fora_do_prazo === true, refuses: ['too_late', LATE] }],
      label: 'Cancelar o MDF-e',
      past: 'Pediu o cancelamento',
      will: 'O cancelamento é enviado à SEFAZ: só antes do início da viagem.',
      done: 'Cancelamento enviado à SEFAZ.',
    },
    fica: {
      from: ['cancelando', 'encerrando'],
      clears: ['dhPedidoCancelamento', 'dhPedidoEncerramento'],
      label: 'Manter',
      past: 'Teve o pedido recusado',
    },
    fecha: {
      from: ['autorizado', 'encerrando', 'cancelando', 'enviando', 'rejeitado'],
      sets: 'dhEncerramento',
      label: 'Dar por encerrado',
      past: 'Foi encerrado',
    },
    anula: {
      from: ['autorizado', 'encerrando', 'cancelando', 'enviando', 'rejeitado'],
      sets: 'dhCancelamento',
      label: 'Anular',
      past: 'Foi cancelado',
    },
    abandona: {
      from: ['rejeitado'],
      sets: 'dhAbandono',
      reason: { kind: 'abandonoManifesto', in: 'xJustAbandono' },
      offer: 'menu',
      label: 'Abandonar o MDF-e',
      past: 'Abandonou',
      will: 'O MDF-e não será mais enviado, e o número dele fica sem uso.',
      done: 'MDF-e abandonado.',
      failed: 'Não foi possível abandonar',
    },
    incluiCondutor: { from: ['autorizado'], label: 'Incluir motorista', past: 'Incluiu um motorista' },
    incluiNotas: {
      from: ['autorizado', 'encerrando'],
      unless: [
        {
          when: ({ carrega_depois }) => carrega_depois !== true,
          refuses: ['not_later', 'Só o MDF-e emitido como “carrega depois” recebe notas depois de autorizado.'],
        },
        { when: (record) => isWanted(record) && !lacksNotes(record), refuses: CLOSING },
      ],
      offer: 'menu',
      label: 'Incluir as notas',
      past: 'Incluiu as notas',
      will: 'As notas autorizadas da rota que o MDF-e ainda não tem são enviadas à SEFAZ.',
      done: 'Inclusão das notas enviada à SEFAZ.',
      failed: 'Não foi possível incluir as notas',
    },
    encerraAberto: {
      from: ['rejeitado'],
      unless: [
        {
          when: ({ chAberto }) => typeof chAberto !== 'string' || chAberto === '',
          refuses: ['none_open', 'A SEFAZ não apontou outro MDF-e aberto.'],
        },
      ],
      offer: 'button',
      label: 'Encerrar o aberto',
      past: 'Pediu o encerramento do que estava aberto',
      will: 'O MDF-e que a SEFAZ apontou é encerrado hoje, no município da empresa. Depois reenvie este.',
      done: 'Encerramento enviado à SEFAZ.',
      failed: 'Não foi possível encerrar',
    },
    substitui: {
      from: ['rejeitado', 'enviando'],
      offer: 'menu',
      label: 'Adotar o da SEFAZ',
      past: 'Adotou o MDF-e da SEFAZ',
    },
  },
})

/** Where a manifest is under way or open at the authority. */
export const LIVE_MANIFEST = ['enviando', 'autorizado', 'cancelando', 'encerrando'] as const
/** Where it was authorised and neither closed nor cancelled, as far as is known here. */
export const OPEN_MANIFEST = ['autorizado', 'encerrando'] as const
