import { CANCELLING, DRAFT, ISSUE, RESEND, SENDING } from './fiscal'
import { CANCEL, cancelled, DONE, GONE, HELD, life, type Refusal } from './life'

/** Was it printed before it was authorised? Goods may have gone with it. */
export const hasLeft = ({ dhEpec, mod, tpEmis }: Readonly<Record<string, unknown>>): boolean =>
  (dhEpec !== null && dhEpec !== undefined) || (mod === 65 && tpEmis === 9)
const LEFT: Refusal = [
  'has_left',
  'Esta nota saiu em contingência, e a mercadoria com ela: corrija e reenvie com o mesmo número.',
]

/**
 * The life of an NF-e or NFC-e (T3-046 to T3-050): a draft until it is signed; then it has its number and is under way until the authority has answered. `autorizada`,
 * `rejeitada`, `denegada` and `cancelada` are set by an answer alone, never by a person.
 */
export const nfeLife = life({
  the: 'a nota',
  dates: {
    dhAssinatura: 'Assinada em',
    dhEpec: 'EPEC registrado em',
    dhDuvida: 'Substituída em contingência em',
    dhRejeicao: 'Rejeitada em',
    dhAutorizacao: 'Autorizada em',
    dhDenegacao: 'Denegada em',
    dhPedidoCancelamento: 'Cancelamento pedido em',
    dhCancelamento: 'Cancelada em',
    dhAbandono: 'Abandonada em',
  },
  reasons: { xJustCancelamento: 'Motivo do cancelamento', xJustAbandono: 'Por que foi abandonada' },
  states: {
    cancelada: cancelled('Esta nota'),
    denegada: {
      ...GONE,
      n: 7,
      word: 'Denegada',
      plural: 'Denegadas',
      on: 'dhDenegacao',
      refuses: ['denied', 'Esta nota foi denegada: o número dela está gasto.'],
    },
    abandonada: {
      ...GONE,
      n: 6,
      word: 'Abandonada',
      plural: 'Abandonadas',
      on: 'dhAbandono',
      refuses: ['given_up', 'Esta nota foi abandonada: o número dela está por inutilizar.'],
      doc: 'Não foi autorizada e não será: o número fica por inutilizar',
    },
    cancelando: {
      ...CANCELLING,
      refuses: ['cancelling', 'O cancelamento desta nota espera a resposta da SEFAZ.'],
    },
    autorizada: {
      ...DONE,
      n: 3,
      word: 'Autorizada',
      plural: 'Autorizadas',
      on: 'dhAutorizacao',
      refuses: ['authorised', 'Esta nota já foi autorizada.'],
    },
    rejeitada: {
      ...HELD,
      n: 2,
      word: 'Rejeitada',
      plural: 'Rejeitadas',
      on: 'dhRejeicao',
      refuses: ['rejected', 'Esta nota foi rejeitada: corrija e envie de novo.'],
    },
    duvida: {
      hue: 'azul',
      mark: 'dash',
      n: 9,
      word: 'Em dúvida',
      plural: 'Em dúvida',
      on: 'dhDuvida',
      refuses: ['in_doubt', 'Outra nota tomou o lugar desta em contingência: a SEFAZ é consultada pela chave dela.'],
      doc: 'Ficou sem resposta e outra tomou o lugar dela: nunca mais é enviada; ausente na SEFAZ é abandonada, autorizada é cancelada',
    },
    epec: {
      hue: 'indigo',
      mark: 'dash',
      n: 8,
      word: 'Em EPEC',
      plural: 'Em EPEC',
      on: 'dhEpec',
      refuses: ['epec', 'Esta nota saiu em contingência EPEC: falta a SEFAZ autorizar.'],
      doc: 'O EPEC foi registrado e a mercadoria pode sair: a nota vai à SEFAZ em até 168 horas',
    },
    enviando: {
      ...SENDING,
      refuses: ['sending', 'Esta nota espera a resposta da SEFAZ.'],
      doc: 'Assinada e numerada: espera a resposta da SEFAZ',
    },
    rascunho: {
      ...DRAFT,
      refuses: ['draft', 'Esta nota ainda não foi emitida.'],
    },
  },
  writes: { head: { from: ['rascunho', 'rejeitada'] }, lists: { from: ['rascunho', 'rejeitada'] } },
  verbs: {
    emite: {
      ...ISSUE,
      will: 'A nota recebe o próximo número da série, é assinada e enviada à SEFAZ.',
      done: 'Nota enviada à SEFAZ.',
    },
    corrige: {
      ...RESEND,
      from: ['rejeitada'],
      will: 'Os dados são lidos de novo dos cadastros, e a nota é assinada e enviada com o mesmo número.',
      done: 'Nota enviada à SEFAZ.',
    },
    autoriza: {
      from: ['enviando', 'epec', 'rejeitada', 'duvida'],
      sets: 'dhAutorizacao',
      label: 'Autorizar',
      past: 'Foi autorizada',
    },
    rejeita: { from: ['enviando', 'epec', 'duvida'], sets: 'dhRejeicao', label: 'Rejeitar', past: 'Foi rejeitada' },
    denega: {
      from: ['enviando', 'epec', 'rejeitada', 'duvida'],
      sets: 'dhDenegacao',
      label: 'Denegar',
      past: 'Foi denegada',
    },
    cancela: {
      ...CANCEL,
      from: ['autorizada'],
      sets: 'dhPedidoCancelamento',
      reason: { kind: 'cancelamento', in: 'xJustCancelamento' },
      unless: [
        {
          when: ({ fora_do_prazo }) => typeof fora_do_prazo === 'string',
          refuses: ({ fora_do_prazo }) => ['too_late', String(fora_do_prazo)],
        },
      ],
      label: 'Cancelar a nota',
      past: 'Pediu o cancelamento',
      will: 'O cancelamento é enviado à SEFAZ. Aceito, o documento dela é cancelado junto: de uma venda, o estoque volta e as contas a receber são canceladas.',
      done: 'Cancelamento enviado à SEFAZ.',
    },
    fica: {
      from: ['cancelando'],
      clears: ['dhPedidoCancelamento'],
      label: 'Manter',
      past: 'Teve o cancelamento recusado',
    },
    anula: {
      from: ['autorizada', 'cancelando', 'enviando', 'epec', 'rejeitada', 'duvida'],
      sets: 'dhCancelamento',
      label: 'Anular',
      past: 'Foi cancelada',
    },
    abandona: {
      from: ['rejeitada'],
      unless: [{ when: hasLeft, refuses: LEFT }],
      sets: 'dhAbandono',
      reason: { kind: 'abandono', in: 'xJustAbandono' },
      offer: 'menu',
      label: 'Abandonar a nota',
      past: 'Abandonou',
      will: 'A nota não será mais enviada: o número dela fica na lista dos que se inutilizam.',
      done: 'Nota abandonada.',
      failed: 'Não foi possível abandonar',
    },
    converterNFCe: { from: ['autorizada'], label: 'Converter em NF-e', past: 'Converteu em NF-e' },
    setCCe: { from: ['autorizada'], label: 'Carta de correção', past: 'Enviou carta de correção' },
    registra: { from: ['enviando'], sets: 'dhEpec', label: 'Registrar o EPEC', past: 'Teve o EPEC registrado' },
    reemite: {
      from: ['enviando'],
      unless: [
        {
          when: ({ reemissivel }) => reemissivel !== true,
          refuses: [
            'not_in_doubt',
            'Só uma nota que ficou sem resposta é reemitida, e com a contingência ligada por outro caminho que o dela.',
          ],
        },
      ],
      sets: 'dhDuvida',
      offer: 'menu',
      label: 'Reemitir em contingência',
      past: 'Reemitiu em contingência',
      will: 'Outra nota, com outro número, toma o lugar desta e sai em contingência. A SEFAZ é consultada por esta depois: ausente, o número fica por inutilizar; autorizada, ela é cancelada sozinha.',
      done: 'Nota reemitida em contingência.',
      failed: 'Não foi possível reemitir',
    },
    retoma: {
      from: ['autorizada'],
      clears: ['dhDuvida'],
      label: 'Retomar',
      past: 'Voltou a ser a nota do documento',
    },
    desiste: { from: ['duvida'], sets: 'dhAbandono', label: 'Abandonar', past: 'Não está na SEFAZ e foi abandonada' },
    substitui: {
      from: ['rejeitada', 'enviando'],
      offer: 'menu',
      label: 'Adotar a da SEFAZ',
      past: 'Adotou a nota da SEFAZ',
    },
  },
})
