import { useEffect, useMemo } from 'react'
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

  constructor(private readonly batch: number) {}

  /** Shows the rows of these situations; '' all. Asks again for what is in view. */
  show(situacoes: string): void {
    if (situacoes !== this.situacoes) this.pages = new Map()
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

  close(): void {
    this.stop.abort()
  }

  private async fetch(page: number): Promise<void> {
    this.asked.add(page)
    const { signal: stop } = this.stop
    try {
      const query = { situacoes: this.situacoes, inicio: page * PAGE, quantas: PAGE }
      const { total, rows } = await loadRows(this.batch, query, stop)
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
