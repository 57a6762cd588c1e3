import { anew, type Row, was } from '../webhooks/event'
import { opened, settled } from '../webhooks/events/financeiro'
import { code, date, link, money, number, text, time, type Vars, vars, word } from './vars'

/** Something that happens to a document and that people may be told of. */
interface NoticeEvent {
  /** After the document's name: `finalizada`. */
  readonly name: string
  readonly label: string
  /** The date that tells it, where one does. */
  readonly date?: string
  /** Did it happen between these two states of a record? Absent where somebody tells it by a button. */
  readonly happened?: (before: Row | undefined, after: Row) => boolean
}

/** Somebody whom a document names, and the column that does. */
interface Person {
  readonly label: string
  readonly column: string
}

/** What may be told of a document: when, to whom, and which values a text names. */
export interface NoticeDocument {
  /** Its resource. */
  readonly resource: string
  readonly title: string
  readonly events: readonly NoticeEvent[]
  /** The other party: its customer, or the supplier. */
  readonly party?: Person
  /** Who has it in hand: its seller, its technician, its buyer. */
  readonly seller?: Person
  readonly vars: Vars
}

/** The event that the button `Avisar o cliente` of a service order tells. */
export const ORDER_READY = 'ordem_servico.pronta'

const CUSTOMER: Person = { label: 'Cliente', column: 'cliente_id' }
const SELLER: Person = { label: 'Vendedor', column: 'vendedor_id' }

const customer = {
  cliente: text('Cliente', 'cliente_id.xNome'),
  cliente_fone: text('Telefone do cliente', 'cliente_id.fone'),
}
const seller = {
  vendedor: text('Vendedor', 'vendedor_id.xNome'),
  vendedor_fone: text('Telefone do vendedor', 'vendedor_id.fone'),
}

const event = (name: string, label: string, date: string): NoticeEvent => ({ name, label, date, happened: was(date) })
/** As `event`, for what may happen again while it stands: told each time. */
const again = (name: string, label: string, date: string): NoticeEvent => ({ name, label, date, happened: anew(date) })

/** Every document that may tell something, in the order in which people choose. */
export const NOTICE_DOCUMENTS: readonly NoticeDocument[] = [
  {
    resource: 'ordem_servico',
    title: 'Ordem de serviço',
    party: CUSTOMER,
    seller: { label: 'Técnico', column: 'colaborador_id' },
    events: [
      { name: 'pronta', label: 'aviso de que está pronta (botão Avisar o cliente)' },
      event('finalizada', 'finalizada', 'dhFinalizacao'),
      event('faturada', 'faturada', 'dhFaturamento'),
      event('cancelada', 'cancelada', 'dhCancelamento'),
      again('assinada', 'assinada pelo cliente', 'dhAssinatura'),
    ],
    vars: vars({
      ...customer,
      equipamento: text('Equipamento', 'xEquipamento'),
      serie: code('Número de série', 'nSerie'),
      tecnico: text('Técnico', 'colaborador_id.xNome'),
      prioridade: word('Prioridade', 'prioridade'),
      previsao: date('Prometida para', 'dPrevisao'),
      agendamento: time('Agendada para', 'dhAgendamento'),
      defeito: text('Defeito ou pedido', 'defeito'),
      laudo: text('Laudo', 'laudo'),
      mercadorias: money('Mercadorias', 'vProd'),
      servicos: money('Serviços', 'vServ'),
      desconto: money('Descontos', 'vDesc'),
      total: money('Total', 'vTotal'),
      finalizacao: time('Finalizada em', 'dhFinalizacao'),
      link: link('Link do cliente', 'dhLink'),
    }),
  },
  {
    resource: 'venda',
    title: 'Venda',
    party: CUSTOMER,
    seller: SELLER,
    events: [
      event('expedida', 'expedida', 'dhFechamento'),
      event('conferida', 'conferida', 'dhConferencia'),
      event('faturada', 'faturada', 'dhFaturamento'),
      event('bloqueada', 'bloqueada', 'dhBloqueio'),
      event('cancelada', 'cancelada', 'dhCancelamento'),
    ],
    vars: vars({
      ...customer,
      ...seller,
      entrega: date('Data de entrega', 'dEntrega'),
      rastreio: code('Rastreio', 'rastreio'),
      volumes: number('Volumes', 'volumes'),
      total: money('Total', 'vTotal'),
      expedicao: time('Expedida em', 'dhFechamento'),
      faturamento: time('Faturada em', 'dhFaturamento'),
      bloqueio: text('Motivo do bloqueio', 'xMotivoBloqueio'),
    }),
  },
  {
    resource: 'orcamento',
    title: 'Orçamento',
    party: CUSTOMER,
    seller: SELLER,
    events: [
      again('aceito', 'aceito pelo cliente', 'dhAceite'),
      again('alteracao', 'alteração pedida pelo cliente', 'dhPedidoAlteracao'),
      event('fechado', 'fechado (gerou venda)', 'dhFechamento'),
      event('perdido', 'perdido', 'dhPerda'),
      event('cancelado', 'cancelado', 'dhCancelamento'),
    ],
    vars: vars({
      ...customer,
      ...seller,
      contato: text('Contato', 'xContato'),
      validade: date('Válido até', 'dValidade'),
      total: money('Total', 'vTotal'),
      aceito_por: text('Aceito por', 'xAceite'),
      alteracao: text('Alteração pedida', 'xPedidoAlteracao'),
      link: link('Link do cliente', 'dhLink'),
    }),
  },
  {
    resource: 'contas_receber',
    title: 'Conta a receber',
    party: CUSTOMER,
    events: [
      { name: 'aberta', label: 'aberta', happened: opened },
      { name: 'quitada', label: 'quitada', happened: settled },
      event('cancelada', 'cancelada', 'dhCancelamento'),
    ],
    vars: vars({
      ...customer,
      titulo: code('Número da conta', 'numero'),
      parcela: code('Parcela', 'parcela'),
      descricao: text('Descrição', 'descricao'),
      emissao: date('Emissão', 'dEmissao'),
      vencimento: date('Vencimento', 'dVencimento'),
      pagamento: date('Pagamento', 'dPagamento'),
      valor: money('Valor', 'vDup'),
      pago: money('Pago', 'vPago'),
      saldo: money('Saldo', 'vSaldo'),
    }),
  },
  {
    resource: 'pedido_compra',
    title: 'Pedido de compra',
    party: { label: 'Fornecedor', column: 'fornecedor_id' },
    seller: { label: 'Comprador', column: 'usuario_id' },
    events: [
      event('concluido', 'concluído', 'dhFechamento'),
      event('finalizado', 'finalizado', 'dhFinalizacao'),
      event('cancelado', 'cancelado', 'dhCancelamento'),
    ],
    vars: vars({
      fornecedor: text('Fornecedor', 'fornecedor_id.xNome'),
      comprador: text('Comprador', 'usuario_id.name'),
      emissao: date('Emissão', 'dEmissao'),
      entrega: date('Entrega prevista', 'dPrevista'),
      frete: money('Frete', 'vFrete'),
      total: money('Total', 'vTotal'),
    }),
  },
  {
    resource: 'nfe',
    title: 'NF-e',
    party: CUSTOMER,
    events: [
      event('autorizada', 'autorizada', 'dhAutorizacao'),
      event('rejeitada', 'rejeitada', 'dhRejeicao'),
      event('cancelada', 'cancelada', 'dhCancelamento'),
    ],
    vars: vars({
      ...customer,
      destinatario: text('Destinatário', 'xDest'),
      nota: code('Número da nota', 'nNF'),
      serie: code('Série', 'serie'),
      chave: code('Chave de acesso', 'chNFe'),
      emissao: time('Emissão', 'dhEmi'),
      total: money('Total', 'vNF'),
      motivo: text('Resposta da SEFAZ', 'xMotivo'),
    }),
  },
  {
    resource: 'nfse',
    title: 'NFS-e',
    party: CUSTOMER,
    events: [
      event('autorizada', 'autorizada', 'dhAutorizacao'),
      event('rejeitada', 'rejeitada', 'dhRejeicao'),
      event('cancelada', 'cancelada', 'dhCancelamento'),
    ],
    vars: vars({
      ...customer,
      tomador: text('Tomador', 'xTomador'),
      nota: code('Número da nota', 'nNFSe'),
      chave: code('Chave de acesso', 'chNFSe'),
      emissao: time('Emissão', 'dhEmi'),
      servicos: text('Descrição do serviço', 'xDescServ'),
      total: money('Serviços', 'vServ'),
    }),
  },
  {
    resource: 'separacao',
    title: 'Separação',
    seller: { label: 'Separador', column: 'user_id' },
    events: [
      event('iniciada', 'começada', 'dhInicio'),
      event('separada', 'separada', 'dhSeparacao'),
      event('conferida', 'conferida', 'dhConferencia'),
      event('cancelada', 'cancelada', 'dhCancelamento'),
    ],
    vars: vars({
      separador: text('Separador', 'user_id.name'),
      armazem: text('Armazém', 'armazem_id.xNome'),
      inicio: time('Começada em', 'dhInicio'),
      conferencia: time('Conferida em', 'dhConferencia'),
      obs: text('Observações', 'obs'),
    }),
  },
]

const typeOf = ({ resource }: NoticeDocument, { name }: NoticeEvent): string => `${resource}.${name}`

/** What people call each event, by its name: `Ordem de serviço: finalizada`. */
export const NOTICE_EVENTS: Readonly<Record<string, string>> = Object.fromEntries(
  NOTICE_DOCUMENTS.flatMap((one) => one.events.map((each) => [typeOf(one, each), `${one.title}: ${each.label}`])),
)

const byEvent = new Map(NOTICE_DOCUMENTS.flatMap((one) => one.events.map((each) => [typeOf(one, each), one])))
const byResource = new Map(NOTICE_DOCUMENTS.map((one) => [one.resource, one]))

/** The document that an event happens to; undefined for the name of none. */
export const documentOf = (evento: unknown): NoticeDocument | undefined =>
  typeof evento === 'string' ? byEvent.get(evento) : undefined

/** The names of events that a change of a record is; none for most. */
export function noticesOf(resource: string, before: Row | undefined, after: Row): readonly string[] {
  const known = byResource.get(resource)
  if (known === undefined) return []
  return known.events.filter((one) => one.happened?.(before, after) ?? false).map((one) => typeOf(known, one))
}
