import { computed, signal } from '@preact/signals-react'
import { parse } from 'valibot'
import { ApiError, get, post, put } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { askReason } from '../../ui/confirm'
import { counted } from '../../ui/format'
import { isRecord } from '../../ui/row'
import { type Call, callOf, pairCall, without } from './accept'
import { loadFiles } from './load-files'
import {
  OfferShape,
  ProposalsShape,
  StandingShape,
  type Line,
  type Offer,
  type Proposal,
  type Refused,
  SureShape,
  type Standing,
} from './shapes'

const LINES = 'financeiro/extrato_banco'
export const SESSIONS = 'financeiro/conciliacao_bancaria'
/** What was done stays to be taken back, the last first. */
const UNDOABLE = 200
/** Proposals are asked for again so long after the last of several lines. */
const LATER_MS = 900
const MOST_TOLD = 5

export type Asking = 'entry' | 'title' | 'transfer' | 'find'
interface Done {
  readonly id: number
  readonly verb: 'desconcilia' | 'reabre'
}

const reopened = (ids: readonly number[]): readonly Done[] => ids.map((id) => ({ id, verb: 'reabre' }))

/** What takes a call back: a line and its reversal come back together, by the first of them. */
const undoneBy = ({ verb }: Call, gone: readonly number[]): readonly Done[] =>
  verb === 'pareia' ? reopened(gone.slice(0, 1)) : gone.map((id) => ({ id, verb: 'desconcilia' }))

/** What was sure and was refused all the same, each with its reason. */
function tellRefused(refused: readonly Refused[]): void {
  if (refused.length === 0) return
  const shown = refused.slice(0, MOST_TOLD).map(({ memo, motivo }) => `- ${memo}: ${motivo}`)
  const more = refused.length > MOST_TOLD ? [`- e mais ${refused.length - MOST_TOLD}`] : []
  toast.alert([...shown, ...more].join('\n'), {
    title: counted(refused.length, 'linha ficou na fila', 'linhas ficaram na fila'),
  })
}

/** A reconciliation while somebody works in it: lines that wait, the one that is current, and what the keys do to it. */
export class Bench {
  readonly lines = signal<readonly Line[] | null>(null)
  readonly standing = signal<Standing | null>(null)
  /** Lines that wait and are not shown yet. */
  readonly beyond = signal(0)
  /** What of the proposals has to be known. */
  readonly notes = signal<readonly string[]>([])
  readonly at = signal(0)
  readonly selected = signal<ReadonlySet<number>>(new Set())
  readonly asking = signal<Asking | null>(null)
  readonly offer = signal<Offer | null>(null)
  /** The bank's balance is being typed. */
  readonly balance = signal(false)
  readonly busy = signal(false)
  readonly place = computed(() => Math.min(this.at.value, Math.max(0, (this.lines.value?.length ?? 0) - 1)))
  readonly current = computed(() => this.lines.value?.[this.place.value])
  readonly several = computed(() => (this.lines.value ?? []).filter((one) => this.selected.value.has(one.id)))
  /** What a verb is about: the lines that were selected, else the current one. */
  readonly chosen = computed(() => {
    const current = this.current.value
    return this.several.value.length > 0 ? this.several.value : current ? [current] : []
  })
  #done: readonly Done[] = []
  #later: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly id: string) {}

  async load(): Promise<void> {
    try {
      const [found, stands] = await Promise.all([
        get(`${SESSIONS}/${this.id}/propostas`),
        get(`${SESSIONS}/${this.id}/situacao`),
      ])
      const { linhas, total, avisos } = parse(ProposalsShape, found)
      this.lines.value = linhas
      this.beyond.value = total - linhas.length
      this.notes.value = avisos
      this.standing.value = parse(StandingShape, stands)
    } catch (error) {
      toast.error(error)
    }
  }

  stop(): void {
    clearTimeout(this.#later)
  }

  move(at: number): void {
    this.at.value = at
  }

  ask(asking: Asking | null): void {
    if (asking !== null && !this.#mayAsk(asking))
      toast.info('Selecione uma linha só: cada uma é uma conta ou transferência.')
    else this.asking.value = asking
  }

  /** A title or a transfer is of one line; an entry and a search may be of several. */
  #mayAsk(asking: Asking): boolean {
    return this.chosen.value.length === 1 || asking === 'entry' || asking === 'find'
  }

  /** The rule is not wanted now. */
  decline(): void {
    this.offer.value = null
  }

  toggle(id: number): void {
    const now = this.selected.peek()
    this.selected.value = new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id])
  }

  #keep(done: readonly Done[]): void {
    this.#done = [...done, ...this.#done].slice(0, UNDOABLE)
  }

  /** Lines that are done leave, and the next is current. */
  #left(gone: readonly number[], done: readonly Done[], used?: Proposal): void {
    this.#keep(done)
    this.lines.value = without(this.lines.peek() ?? [], gone, used)
    this.selected.value = new Set()
    clearTimeout(this.#later)
    this.#later = setTimeout(() => void this.load(), LATER_MS)
  }

  /** Calls a verb of lines; true when it was done. What it answers may offer a rule. */
  async run(call: Call, gone: readonly number[], used?: Proposal): Promise<boolean> {
    if (this.busy.peek()) return false
    this.busy.value = true
    try {
      const answer = await post(`${LINES}/${call.verb}`, call.body)
      this.#left(gone, undoneBy(call, gone), used)
      if (isRecord(answer) && isRecord(answer.oferta)) this.offer.value = parse(OfferShape, answer.oferta)
      return true
    } catch (error) {
      toast.error(error)
      if (error instanceof ApiError && error.status === 409) await this.load()
      return false
    } finally {
      this.busy.value = false
    }
  }

  accept(proposal: Proposal | undefined): void {
    const line = this.current.peek()
    if (line === undefined || proposal === undefined) return
    const ends = proposal.tipo === 'transferencia' ? proposal.itens.map((one) => one.id) : []
    void this.run(callOf(line, proposal), [line.id, ...ends], proposal)
  }

  acceptPair(): void {
    const line = this.current.peek()
    const pair = line && pairCall(line)
    if (pair && line.par !== null) void this.run(pair, [line.id, line.par])
  }

  acceptFirst(): void {
    const line = this.current.peek()
    if (line?.par === null) this.accept(line.propostas[0])
    else this.acceptPair()
  }

  async ignore(): Promise<void> {
    const lines = this.chosen.peek()
    const xJust = await askReason({
      title: lines.length === 1 ? 'Ignorar a linha?' : `Ignorar ${counted(lines.length, 'linha', 'linhas')}?`,
      action: 'Ignorar',
      label: 'Motivo',
      min: 3,
      tooShort: 'Diga por que a linha é ignorada.',
      known: ['Não é da empresa', 'Já lançada em outra conta', 'Aviso do banco'],
    })
    if (xJust === null) return
    try {
      for (const one of lines) await post(`${LINES}/${one.id}/ignora`, { xJust })
      const ids = lines.map((one) => one.id)
      this.#left(ids, reopened(ids))
    } catch (error) {
      toast.error(error)
      await this.load()
    }
  }

  async undo(): Promise<void> {
    const [last, ...others] = this.#done
    if (last === undefined) return
    this.#done = others
    try {
      const answer = await post(`${LINES}/${last.id}/${last.verb}`)
      const stopped = isRecord(answer) && Array.isArray(answer.regras) ? answer.regras.length : 0
      toast.info('Conciliação desfeita: a linha está na fila.')
      if (stopped > 0) toast.alert('A regra não age mais por si: os seus dois últimos usos foram desfeitos.')
      await this.load()
    } catch (error) {
      toast.error(error)
    }
  }

  /** Does all that is sure, call by call; what was refused is not tried again. */
  async allSure(): Promise<void> {
    this.busy.value = true
    let total = 0
    const refused = new Map<number, Refused>()
    try {
      for (let rest = 1; rest > 0;) {
        const answer = await post(`${SESSIONS}/${this.id}/automaticas`, { fora: [...refused.keys()] })
        const { feitas, restam, linhas, recusadas } = parse(SureShape, answer)
        rest = restam
        total += feitas
        for (const one of recusadas) refused.set(one.linha, one)
        this.#keep(linhas.map(({ linha, desfaz }) => ({ id: linha, verb: desfaz })))
      }
      const told = `${counted(total, 'linha conciliada', 'linhas conciliadas')}.`
      if (total > 0 || refused.size === 0) toast.success(total === 0 ? 'Nada é certo o bastante.' : told)
      tellRefused([...refused.values()])
    } catch (error) {
      toast.error(error)
    }
    this.busy.value = false
    await this.load()
  }

  async learn(): Promise<void> {
    const offer = this.offer.peek()
    if (offer === null) return
    const { frase: _said, confirmacoes: _times, ...rule } = offer
    try {
      await post('financeiro/conciliacao_regra', rule)
      toast.success('Regra criada: veja-a em Regras de Conciliação.')
      announce('conciliacao_regra')
      this.offer.value = null
      await this.load()
    } catch (error) {
      toast.error(error)
    }
  }

  /** Finishes; where the balances differ, once somebody says why. */
  async finish(xMotivoDiferenca?: string): Promise<void> {
    try {
      await post(
        `${SESSIONS}/${this.id}/finalizarConciliacaoBancaria`,
        xMotivoDiferenca ? { xMotivoDiferenca } : undefined,
      )
      toast.success('Conciliação finalizada.')
      announce('conciliacao_bancaria')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'no_balance') this.askBalance(true)
      if (!(error instanceof ApiError) || error.code !== 'difference') {
        toast.error(error)
        return
      }
      const why = await askReason({
        title: 'Há diferença',
        text: error.message,
        action: 'Finalizar com a diferença',
        label: 'Motivo da diferença',
        min: 15,
        tooShort: 'A Justificativa precisa ter no mínimo 15 caracteres.',
      })
      if (why !== null) await this.finish(why)
    }
  }

  askBalance(asked: boolean): void {
    this.balance.value = asked
  }

  /** Takes down what the bank has, where no file says so, or another than it says. True when it was done. */
  async setBalance(body: object): Promise<boolean> {
    try {
      await put(`${SESSIONS}/${this.id}`, body)
      announce('conciliacao_bancaria')
      await this.load()
      return true
    } catch (error) {
      toast.error(error)
      return false
    }
  }

  async reopen(): Promise<void> {
    try {
      await post(`${SESSIONS}/${this.id}/reabre`)
      announce('conciliacao_bancaria')
    } catch (error) {
      toast.error(error)
    }
  }

  async upload(files: readonly File[]): Promise<void> {
    await loadFiles(`${SESSIONS}/${this.id}/upload`, files)
    await this.load()
  }

  /** What a key does to the current line; false for one that does nothing. */
  key(key: string): boolean {
    const line = this.current.peek()
    const nth = /^[1-5]$/.test(key) ? line?.propostas[Number(key) - 1] : undefined
    const act = nth ? () => this.accept(nth) : this.#keys[key]
    if (act === undefined || this.busy.peek() || (line === undefined && key !== 'a')) return false
    act()
    return true
  }

  readonly #keys: Readonly<Record<string, () => void>> = {
    Enter: () => this.acceptFirst(),
    b: () => this.ask('find'),
    l: () => this.ask('entry'),
    c: () => this.ask('title'),
    t: () => this.ask('transfer'),
    i: () => void this.ignore(),
    a: () => void this.allSure(),
    r: () => void this.learn(),
  }
}
