import { newKey } from '../app/plain-http'
import { audible, ring, showNotice } from './alerts'

/** Tabs have this long to say that somebody looks at them. */
const ASK_MS = 150

interface Here {
  readonly focused: boolean
  readonly audible: boolean
  readonly tab: string
}

/**
 * One sound and one notice for a message, however many tabs are open: the leading tab asks the others who is looked at. A tab that is looked at has
 * said it by itself; else the leader shows the notice, and a tab that somebody has used sounds, because browsers let no other.
 */
export class Attention {
  readonly #answers = new Map<string, Here[]>()

  constructor(
    readonly tab: string,
    readonly post: (type: string, data?: unknown) => void,
  ) {}

  /** For the tab that leads: calls for attention to somebody's message. */
  async call(user: number, name: string, onPress: () => void): Promise<void> {
    const question = newKey()
    const answers: Here[] = [{ focused: document.hasFocus(), audible: audible(), tab: this.tab }]
    this.#answers.set(question, answers)
    this.post('who', { question })
    await new Promise((resolve) => {
      setTimeout(resolve, ASK_MS)
    })
    this.#answers.delete(question)
    if (answers.some((one) => one.focused)) return
    showNotice(user, name, onPress)
    const voice = answers.find((one) => one.audible)
    if (voice?.tab === this.tab) ring()
    else if (voice !== undefined) this.post('ring', { tab: voice.tab })
  }

  /** What the other tabs ask and answer. */
  heard(type: string, data: Readonly<Record<string, unknown>>): void {
    if (type === 'who') {
      this.post('here', { question: data.question, focused: document.hasFocus(), audible: audible(), tab: this.tab })
      return
    }
    if (type === 'ring' && data.tab === this.tab) ring()
    if (type !== 'here' || typeof data.question !== 'string' || typeof data.tab !== 'string') return
    const answer = { focused: data.focused === true, audible: data.audible === true, tab: data.tab }
    this.#answers.get(data.question)?.push(answer)
  }
}
