import { useEffect, useLayoutEffect, useMemo } from 'react'
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { isAbort } from '../../app/api'
import { toast } from '../../app/toasts'
import { loadRows, type SheetRow } from './batch'

const PAGE = 100

/** Rows of a batch, fetched page by page as they come into view; what was there stays until the next answer is here. */
export class RowsModel {
  readonly total = signal(0)
  readonly version = signal(0)
  private pages = new Map<number, readonly SheetRow[]>()
  private asked = new Set<number>()
  private stop = new AbortController()
  private range: readonly [number, number] = [0, PAGE]
  private situacoes = ''
  private pause: PromiseWithResolvers<void> | undefined
  /** The row that the cursor is on, by its place in the file: it stays on it when others come or go. */
  followed: number | undefined

  constructor(private readonly batch: number) {}

  /** Shows the rows of these situations; '' all. Asks again for what is in view. */
  show(situacoes: string): void {
    if (situacoes !== this.situacoes) {
      this.pages = new Map()
      this.followed = undefined
    }
    this.situacoes = situacoes
    this.stop.abort()
    this.stop = new AbortController()
    this.asked = new Set()
    this.need(...this.range)
  }

  need(from: number, to: number): void {
    this.range = [from, to]
    for (let page = Math.floor(from / PAGE); page <= Math.floor(Math.max(from, to - 1) / PAGE); page++)
      if (!this.asked.has(page)) void this.fetch(page)
  }

  rowAt(index: number): SheetRow | undefined {
    return this.pages.get(Math.floor(index / PAGE))?.[index % PAGE]
  }

  /** Where a row of the file is among those that are here, if it is. */
  indexOf(ordem: number): number | undefined {
    for (const [page, rows] of this.pages) {
      const at = rows.findIndex((row) => row.ordem === ordem)
      if (at >= 0) return page * PAGE + at
    }
    return undefined
  }

  /** While a cell is being written no row moves beneath it: answers wait until `written`. */
  writing(): void {
    this.pause ??= Promise.withResolvers<void>()
  }

  written(): void {
    this.pause?.resolve()
    this.pause = undefined
  }

  /** Shows a cell as it was mended, until the server has checked it: whoever goes on to the next fault at once does not come back to this one. Answers from before are of no use; `show` is to follow. */
  mended({ ordem }: SheetRow, column: number, text: string): void {
    this.stop.abort()
    const index = this.indexOf(ordem)
    const row = index === undefined ? undefined : this.rowAt(index)
    if (index === undefined || row === undefined) return
    const page = Math.floor(index / PAGE)
    const mended = {
      ...row,
      celulas: row.celulas.with(column, text),
      erros: row.erros.filter(({ coluna }) => coluna !== column),
    }
    this.pages.set(page, (this.pages.get(page) ?? []).with(index % PAGE, mended))
    this.version.value += 1
  }

  close(): void {
    this.stop.abort()
  }

  private async fetch(page: number): Promise<void> {
    this.asked.add(page)
    const { signal: stop } = this.stop
    try {
      const query = { situacoes: this.situacoes, inicio: page * PAGE, quantas: PAGE }
      const { total, rows } = await loadRows(this.batch, query, stop)
      await this.pause?.promise
      if (stop.aborted) return
      this.pages.set(page, rows)
      this.total.value = total
      this.version.value += 1
    } catch (error) {
      if (!isAbort(error)) toast.error(error)
    }
  }
}

/** The rows of a batch under a filter; `round` grows when they are to be asked for again. */
export function useRows(batch: number, situacoes: string, round: number): RowsModel {
  useSignals()
  const model = useMemo(() => new RowsModel(batch), [batch])
  useEffect(() => () => model.close(), [model])
  const asked = `${round}:${situacoes}`
  useEffect(() => model.show(asked.slice(asked.indexOf(':') + 1)), [model, asked])
  return model
}

/** Keeps the cursor on its row when rows before it leave or come; where the row itself has left, the cursor is on what took its place. */
export function useFollowedRow(model: RowsModel, row: number, onRow: (row: number) => void): void {
  useSignals()
  const version = model.version.value
  useLayoutEffect(() => {
    const now = model.followed === undefined ? undefined : model.indexOf(model.followed)
    if (now !== undefined && now !== row) onRow(now)
    // Only new rows move the cursor.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [model, version])
  useLayoutEffect(() => {
    model.followed = model.rowAt(row)?.ordem
  }, [model, version, row])
}
