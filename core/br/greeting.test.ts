import { expect, it } from 'vitest'
import { greeting } from './greeting'

it.each([
  ['2026-11-25T03:00:00Z', 'Bom dia'],
  ['2026-11-25T14:59:59Z', 'Bom dia'],
  ['2026-11-25T15:00:00Z', 'Boa tarde'],
  ['2026-11-25T20:59:59Z', 'Boa tarde'],
  ['2026-11-25T21:00:00Z', 'Boa noite'],
  ['2026-11-26T02:59:59Z', 'Boa noite'],
])('%s is %s in São Paulo', (instant, said) => expect(greeting(instant, 'America/Sao_Paulo')).toBe(said))
