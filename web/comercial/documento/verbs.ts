import { pathOf } from '../../../core/access'
import { ApiError, list, post } from '../../app/api'
import { announce } from '../../app/events'
import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { tellNote } from '../../nfe/nfe/tell'
import { choose, confirm } from '../../ui/confirm'
import { settled, type OpenDocument } from '../../ui/documents/use-verbs'
import { reloadForm } from '../../ui/form/save'
import { counted } from '../../ui/format'
import { linesOf } from '../../ui/lines/lines-state'
import { getPath, isRecord, numberOf, textOf, type Row, type Values } from '../../ui/row'
import type { DocumentKind, DocumentNames } from './kind'

/** The quote or sale under the hands. */
export interface Open extends OpenDocument {
  readonly names: DocumentNames
}

const BLOCKED = 'blocked'

interface Beyond {
  readonly title: string
  readonly action: string
  /** The other way to go on, which says no. */
  readonly other?: string
  readonly says: string
}

/** Refusals that may be gone beyond: what is asked, and what the next call says of it. */
const ANYWAY: Readonly<Record<string, Beyond>> = {
  no_stock: { title: 'Expedir sem estoque?', action: 'Expedir mesmo assim', says: 'confirmaSemEstoque' },
  prices_changed: { title: 'Vender pelos preços de hoje?', action: 'Vender pelos de hoje', says: 'confirmaPrecos' },
  expired: { title: 'Vender pelo orçamento vencido?', action: 'Vender mesmo assim', says: 'confirmaVencido' },
  production_asked: { title: 'Gerar a ordem de produção?', action: 'Gerar ordem', other: 'Só a venda', says: 'geraOp' },
}

export async function reload({ names, form }: Open): Promise<void> {
  await reloadForm(form, names.kind)
  announce(names.kind)
}

/** Does an action on the saved document and shows what became of it; undefined when it was refused. */
export async function act(doc: Open, action: string, body: object = {}): Promise<unknown> {
  const record = await settled(doc)
  if (record === undefined) return undefined
  const { names } = doc
  try {
    const answer = await post(`${names.kind}/${record.id}/${action}`, body)
    await reload(doc)
    return answer ?? {}
  } catch (error) {
    const anyway = error instanceof ApiError ? ANYWAY[error.code] : undefined
    if (anyway !== undefined && error instanceof ApiError) {
      const { says, ...question } = anyway
      const yes = await choose({ ...question, text: error.message, anyway: true })
      return yes === null ? undefined : act(doc, action, { ...body, [says]: yes })
    }
    toast.error(error, names.life.verbs[action]?.failed)
    if (error instanceof ApiError && error.code === BLOCKED) await reload(doc)
    return undefined
  }
}

/** Closes a quote into a sale, or dispatches a sale. */
export async function close(doc: Open): Promise<void> {
  const answer = await act(doc, 'fecha')
  if (answer === undefined) return
  const message = isRecord(answer) ? textOf(answer.message) : ''
  toast.success(message || `Venda ${textOf(doc.form.record.value?.id)} expedida: o estoque foi baixado.`)
}

export async function invoice(doc: Open): Promise<void> {
  const answer = await act(doc, 'fatura')
  if (answer === undefined) return
  const { names, form } = doc
  const count = linesOf(form.values.value[names.instalments]).length
  const titles = counted(count, 'conta a receber foi gerada', 'contas a receber foram geradas')
  const what =
    names.kind === 'venda'
      ? `Venda ${textOf(form.record.value?.id)} faturada: ${titles}.`
      : `Orçamento faturado. ${isRecord(answer) ? textOf(answer.message) : ''}`.trim()
  toast.success(what)
  const sale = form.record.value
  if (names.kind === 'venda' && sale !== undefined) await tellNote('venda_id', sale.id)
}

/** Issues the note of an invoiced sale. */
export async function issueNote(doc: Open): Promise<void> {
  const id = doc.form.record.value?.id
  if ((await act(doc, 'emiteNFe')) !== undefined && id !== undefined) await tellNote('venda_id', id)
}

/** The registered reasons for which quotes are lost. */
export async function lossReasons(): Promise<readonly string[]> {
  const { data } = await list('comercial/motivo_perda', {
    where: { ativo: true },
    perPage: 50,
    orderBy: 'descricao',
    sortedBy: 'asc',
  })
  return data.map((row) => textOf(row.descricao))
}

/** Makes the production order of a saved sale, and opens it. */
export async function orderProduction({ id }: Row): Promise<void> {
  try {
    const answer = await post('producao/ordem_producao/geraDaVenda', { venda_id: id })
    const made = numberOf(getPath(answer, 'id'))
    announce('producao/ordem_producao')
    toast.success(textOf(getPath(answer, 'message')))
    if (made !== null) open(pathOf('ordem_producao', made))
  } catch (error) {
    toast.error(error, 'Não foi possível gerar a ordem de produção')
  }
}

/** What cancelling undoes, in words. */
export function effectOf(names: DocumentNames, row: Values): string {
  const items = counted(linesOf(row[names.lines]).length, 'item', 'itens')
  const titles = counted(linesOf(row[names.instalments]).length, 'duplicata', 'duplicatas')
  if (names.kind === 'orcamento') return 'O orçamento fica cancelado e não pode mais ser alterado.'
  const undone = [
    ...(textOf(row.dhFaturamento) === '' ? [] : [`estorna ${titles}`]),
    ...(textOf(row.dhFechamento) === '' ? [] : [`devolve ${items} ao estoque`]),
  ].join(' e ')
  return undone === ''
    ? 'A venda fica cancelada e não pode mais ser alterada.'
    : `${undone.slice(0, 1).toUpperCase()}${undone.slice(1)}.`
}

/** Why these documents cannot become one; undefined when they can. */
export function whyNotGroup(rows: readonly Row[]): string | undefined {
  if (rows.length < 2) return 'Selecione mais de um registro para agrupar.'
  if (new Set(rows.map((row) => textOf(row.cliente_id))).size > 1)
    return 'Só é possível agrupar registros do mesmo cliente.'
  if (rows.some((row) => textOf(row.dhCancelamento) !== '')) return 'Há registros cancelados na seleção.'
  if (rows.some((row) => textOf(row.dhFaturamento) !== '')) return 'Há registros faturados na seleção.'
  return undefined
}

export async function group(kind: DocumentKind, rows: readonly Row[]): Promise<void> {
  const numbers = rows.map((row) => textOf(row.id)).join(', ')
  const yes = await confirm({
    title: `Agrupar ${counted(rows.length, 'documento', 'documentos')} em um novo?`,
    text: `Os itens dos números ${numbers} passam a um só; os originais são cancelados.`,
    action: 'Agrupar',
  })
  if (!yes) return
  try {
    const made = numberOf(getPath(await post(`${kind}/agrupa`, { keys: rows.map((row) => row.id) }), `${kind}.id`))
    announce(kind)
    toast.success(`Agrupados no documento nº ${made ?? ''}.`)
    if (made !== null) open(pathOf(kind, made))
  } catch (error) {
    toast.error(error, 'Não foi possível agrupar')
  }
}
