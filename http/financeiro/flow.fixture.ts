import { wordOf } from '../../core/fields/field'
import { contasReceberFields } from '../../core/fields/financeiro/titulos'
import { testCnpj, type TestServer } from '../../fixtures/test-server'
import type { TitleKind } from './title-kinds'

/** Plays events of money through the API, and tells what titles, accounts and positions are afterwards: for vectors and for properties. */

/** An event by its name (`ev`) and what it says; amounts as decimal text, titles and accounts by names of the test's own. */
export interface FlowEvent {
  readonly ev: string
  readonly titulo?: string
  readonly titulos?: readonly (string | (Amounts & { readonly titulo: string }))[]
  readonly kind?: TitleKind
  readonly pessoa?: string
  readonly vConta?: string
  readonly tpConta?: number
  readonly dCompetencia?: string
  readonly contra?: string
  readonly vComp?: string
  readonly novo?: string
  readonly novos?: readonly { readonly titulo: string; readonly vConta: string }[]
  readonly banco?: string
  readonly dPagamento?: string
  readonly vTarifa?: string
  readonly excedente?: string
  readonly credito?: string
  readonly valor?: string
  readonly de?: string
  readonly para?: string
  readonly fato?: number
  readonly dMovimento?: string
  readonly estornaBaixas?: boolean
  readonly ate?: string
  readonly vPago?: string
  readonly vJuros?: string
  readonly vMulta?: string
  readonly vDesc?: string
}
type Amounts = Pick<FlowEvent, 'vPago' | 'vJuros' | 'vMulta' | 'vDesc'>

export interface Refused {
  readonly n: number
  readonly code: string
  readonly message: string
}

interface Known {
  readonly kind: TitleKind
  readonly id: number
  readonly pessoa: string
}

/** Amounts as the vectors write them. */
const money = (value: number): string => value.toFixed(2)
const stateOf = (status: unknown): string => wordOf(contasReceberFields.status.meta, status)?.toLowerCase() ?? ''
let people = 100

const amountsOf = ({ vPago, vJuros, vMulta, vDesc }: Amounts) => ({ vPago, vJuros, vMulta, vDesc })

type Answer = { readonly status: number; readonly body: Record<string, unknown> }

/** One case: its own accounts, people and titles in the test server's company. */
export class Flow {
  readonly titles = new Map<string, Known>()
  readonly accounts = new Map<string, number>()
  readonly refused: Refused[] = []
  readonly #people = new Map<string, Readonly<Record<TitleKind, number>>>()
  /** The fact of each event, by its place from 1. */
  readonly facts = new Map<number, number>()
  #played = 0

  constructor(private readonly server: TestServer) {}

  async account(name: string, vSaldo: string): Promise<void> {
    const { body } = await this.server.admin('POST', '/api/financeiro/banco', {
      descricao: name,
      vSaldoInicial: vSaldo,
    })
    this.accounts.set(name, Number(body.id))
  }

  /** Plays one event; a refusal is written down with its place. */
  async play(event: FlowEvent): Promise<Answer> {
    this.#played += 1
    const n = this.#played
    const work = WORK[event.ev]
    if (!work) throw new Error(`No event is called ${event.ev}.`)
    const answer = await work(this, event)
    const { status, body } = answer
    if (status >= 500) throw new Error(`${event.ev}: ${status} ${JSON.stringify(body)}`)
    if (status >= 300) this.refused.push({ n, code: String(body.code), message: String(body.message) })
    else if (typeof body.lancamento_id === 'number') this.facts.set(n, body.lancamento_id)
    return answer
  }

  call(path: string, body: object = {}): Promise<Answer> {
    return this.server.admin('POST', `/api/financeiro/${path}`, body)
  }
  put(path: string, body: object): Promise<Answer> {
    return this.server.admin('PUT', `/api/financeiro/${path}`, body)
  }
  lancamento(id: number, body: object): Promise<Answer> {
    return this.server.admin('POST', `/api/lancamento/${id}/estorna`, body)
  }
  get(path: string): Promise<Answer> {
    return this.server.admin('GET', `/api/${path}`)
  }

  named(name: string | undefined): Known {
    const known = this.titles.get(name ?? '')
    if (!known) throw new Error(`No title is called ${name}.`)
    return known
  }
  /** A verb of a title. */
  on(name: string | undefined, verb: string, body: object = {}): Promise<Answer> {
    const { kind, id } = this.named(name)
    return this.call(`contas_${kind}/${id}/${verb}`, body)
  }
  banco(name: string | undefined): number | undefined {
    return name === undefined ? undefined : this.accounts.get(name)
  }

  async person(name: string, kind: TitleKind): Promise<number> {
    const known = this.#people.get(name)
    if (known) return known[kind]
    people += 1
    const who = { xNome: name, CNPJ_CPF: testCnpj(people) }
    const made = {
      receber: (await this.server.insert('cliente', who)).id,
      pagar: (await this.server.insert('fornecedor', who)).id,
    }
    this.#people.set(name, made)
    return made[kind]
  }

  /** What all of it is now, as the vectors tell it. */
  async state() {
    const titulos: Record<string, { vSaldo: string; vPago: string; status: string }> = {}
    const posicao = new Map<string, number>()
    for (const [name, { kind, id, pessoa }] of this.titles) {
      const { body } = await this.get(`contas_${kind}/${id}`)
      const [vSaldo, vPago] = [Number(body.vSaldo), Number(body.vPago)]
      titulos[name] = { vSaldo: money(vSaldo), vPago: money(vPago), status: stateOf(body.status) }
      posicao.set(pessoa, (posicao.get(pessoa) ?? 0) + (kind === 'receber' ? vSaldo : -vSaldo))
    }
    const contas: Record<string, string> = {}
    for (const [name, id] of this.accounts) contas[name] = money(Number((await this.get(`banco/${id}`)).body.vSaldo))
    return {
      titulos,
      contas,
      posicao: Object.fromEntries([...posicao].map(([name, value]) => [name, money(value + 0)])),
    }
  }
}

const nameOf = (one: string | { readonly titulo: string }): string => (typeof one === 'string' ? one : one.titulo)

async function opens(
  flow: Flow,
  { titulo = '', kind = 'receber', pessoa = 'P', vConta, tpConta, dCompetencia }: FlowEvent,
) {
  const person = kind === 'receber' ? 'cliente_id' : 'fornecedor_id'
  const answer = await flow.call(`contas_${kind}`, {
    [person]: await flow.person(pessoa, kind),
    numero: titulo,
    vConta,
    tpConta: tpConta ?? 1,
    dCompetencia,
    dEmissao: dCompetencia ?? '2026-11-20',
    dVencimento: '2026-12-10',
  })
  if (answer.status >= 300) return answer
  const id = Number(answer.body.id)
  flow.titles.set(titulo, { kind, id, pessoa })
  return { status: 200, body: { lancamento_id: Number(answer.body.origem_id) } }
}

async function settles(flow: Flow, event: FlowEvent) {
  const { titulo, dPagamento, vTarifa, excedente, credito = '' } = event
  const banco_id = flow.banco(event.banco)
  const answer = await flow.on(titulo, 'baixa', { ...amountsOf(event), banco_id, dPagamento, vTarifa, excedente })
  const { kind, pessoa } = flow.named(titulo)
  if (typeof answer.body.credito_id === 'number') flow.titles.set(credito, { kind, id: answer.body.credito_id, pessoa })
  return answer
}

const settlesMany = (flow: Flow, { titulos = [], banco, dPagamento, vTarifa }: FlowEvent) =>
  flow.call(`contas_${flow.named(nameOf(titulos[0] ?? '')).kind}/baixaLote`, {
    titulos: titulos.map((one) => ({
      id: flow.named(nameOf(one)).id,
      ...(typeof one === 'string' ? {} : amountsOf(one)),
    })),
    banco_id: flow.banco(banco),
    dPagamento,
    vTarifa,
  })

function offsets(flow: Flow, { titulo, contra, vComp }: FlowEvent) {
  const own = flow.named(titulo)
  const other = contra === undefined ? undefined : flow.named(contra)
  const names = { receber: 'conta_receber_id', pagar: 'conta_pagar_id' } as const
  const field = other && (other.kind === own.kind ? 'compensacao_id' : names[other.kind])
  return flow.on(titulo, 'compensa', { ...(field && other ? { [field]: other.id } : {}), vComp })
}

async function consolidates(flow: Flow, { titulos = [], novo = '' }: FlowEvent) {
  const known = titulos.map((one) => flow.named(nameOf(one)))
  const [first] = known
  const kind = first?.kind ?? 'receber'
  const answer = await flow.call(`contas_${kind}/consolida`, { ids: known.map((one) => one.id) })
  if (answer.status < 300) flow.titles.set(novo, { kind, id: Number(answer.body.id), pessoa: first?.pessoa ?? 'P' })
  return answer
}

async function renegotiates(flow: Flow, { titulos = [], novos = [], vJuros, vDesc }: FlowEvent) {
  const known = titulos.map((one) => flow.named(nameOf(one)))
  const [first] = known
  const kind = first?.kind ?? 'receber'
  const answer = await flow.call(`contas_${kind}/renegocia`, {
    ids: known.map((one) => one.id),
    vJuros,
    vDesc,
    novas: novos.map(({ vConta }, at) => ({ vConta, dVencimento: `2027-0${at + 1}-10` })),
  })
  const ids = answer.body.ids
  if (Array.isArray(ids))
    for (const [at, { titulo }] of novos.entries())
      flow.titles.set(titulo, { kind, id: Number(ids[at]), pessoa: first?.pessoa ?? 'P' })
  return answer
}

/** Each event as a call. */
const WORK: Readonly<Record<string, (flow: Flow, event: FlowEvent) => Promise<Answer>>> = {
  abre: opens,
  ajusta: async (flow, { titulo, vConta }) => {
    const { kind, id } = flow.named(titulo)
    return flow.put(`contas_${kind}/${id}`, { vConta })
  },
  baixa: settles,
  baixa_lote: settlesMany,
  perda: (flow, { titulo }) => flow.on(titulo, 'perda'),
  compensa: offsets,
  consolida: consolidates,
  renegocia: renegotiates,
  devolve: (flow, { titulo, valor, banco }) => flow.on(titulo, 'devolve', { valor, banco_id: flow.banco(banco) }),
  cancela: (flow, { titulo, estornaBaixas = false }) => flow.on(titulo, 'cancela', { estornaBaixas }),
  transfere: (flow, { de, para, valor }) =>
    flow.call('caixa_lancamento/transferencia', {
      banco_id: flow.banco(de),
      banco_destino_id: flow.banco(para),
      valor,
    }),
  estorna: async (flow, { fato = 0, dMovimento }) => {
    const answer = await flow.lancamento(flow.facts.get(fato) ?? 0, { dMovimento })
    // The reversal has no fact of its own: its rows bear the number of what it undoes.
    return answer.status < 300 ? { status: answer.status, body: {} } : answer
  },
  fecha_mes: (flow, { ate }) => flow.call('fechamento/fecha', { ate }),
}
