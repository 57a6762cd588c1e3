import { computed, signal } from '@preact/signals-react'
import type { ScaleLabel } from '../../../core/gs1/scale-layout'
import { ApiError } from '../../app/api'
import { toast } from '../../app/toasts'
import type { FormModel } from '../form/form-model'
import type { Row } from '../row'

/** Goods that were asked for and are not in the document yet. */
export interface Asked {
  readonly id: string
  readonly text: string
  readonly quantity: number
  readonly find: () => Promise<Row>
  readonly onAdd: AddProduct
}

/** `label`: what a scale printed for it; the quantity counts labels then. */
export type AddProduct = (product: Row, quantity: number, label?: ScaleLabel) => Promise<void>

/** The server did not judge it: no connection, no session, too busy. Asking again may succeed. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status >= 500 || [0, 401, 408, 419, 429].includes(error.status))

/**
 * Adds goods one after another, in the order they were asked for. What the server refuses is told and goes; what it could not answer stays, with all
 * that follow, until it does or is removed. Until then the form counts as unsaved.
 */
export class EntryQueue {
  private readonly asked = signal<readonly Asked[]>([])
  private readonly stalled = signal(false)
  private running = false
  /** What waits for the server to be there again. */
  readonly waiting = computed(() => (this.stalled.value ? this.asked.value : []))

  constructor(private readonly form: FormModel) {}

  add(asked: Omit<Asked, 'id'>): void {
    this.set([...this.asked.peek(), { ...asked, id: crypto.randomUUID() }])
    void this.run()
  }

  remove(asked: Asked): void {
    this.set(this.asked.peek().filter((one) => one !== asked))
    if (this.asked.peek().length === 0) this.stalled.value = false
  }

  clear(): void {
    this.set([])
  }

  retry(): void {
    if (this.asked.peek().length > 0) void this.run()
  }

  private set(next: readonly Asked[]): void {
    this.form.awaited.value += next.length - this.asked.peek().length
    this.asked.value = next
    if (next.length === 0) this.form.hasty.value = false
  }

  private async run(): Promise<void> {
    if (this.running) return
    this.running = true
    const answered = this.form.awaitChoice()
    let refused = false
    for (let first = this.asked.peek()[0]; first !== undefined; first = this.asked.peek()[0]) {
      const answer = await this.ask(first)
      this.stalled.value = answer === 'none'
      if (answer === 'none') break
      if (answer === 'refused') refused = true
      this.remove(first)
    }
    this.running = false
    answered(!refused)
  }

  private async ask(asked: Asked): Promise<'done' | 'refused' | 'none'> {
    try {
      const product = await asked.find()
      // It may have been removed while it was asked again.
      if (this.asked.peek().includes(asked)) await asked.onAdd(product, asked.quantity)
      return 'done'
    } catch (error) {
      if (isUnanswered(error)) return 'none'
      // The code tells this one from the next that is not found.
      toast.error(error, undefined, /^\d+$/.test(asked.text) ? `<b>${asked.text}:</b> ` : '')
      return 'refused'
    }
  }
}
