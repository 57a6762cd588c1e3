import { signal } from '@preact/signals-react'
import { meets, type Need } from '../../core/access'
import { rights } from './session'

type Words = typeof import('../../core/access/why-not')

/** The words of rights and roles: in a chunk of their own, since whoever may everything never needs them. */
const words = signal<Words | null>(null)
let asked = false

async function load(): Promise<void> {
  try {
    words.value = await import('../../core/access/why-not')
  } catch {
    asked = false // The chunk did not come: the next refusal asks for it again.
  }
}

/** Why the person may not, naming the right that is missing; null when they may. Until its words are there, only that one is. */
export function whyNot(need: Need): string | null {
  if (meets(rights.value, need)) return null
  if (!asked) {
    asked = true
    void load()
  }
  return words.value?.whyNot(rights.value, need) ?? 'Falta uma permissão.'
}
