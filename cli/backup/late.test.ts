import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lateCopies } from './automatic'

/** A copy that is late is told as what needs a person. */

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'copias-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const at = (now: string, ALERTA_COPIA_HORAS = '48') =>
  lateCopies(dir, now, { ALERTA_COPIA_HORAS }).map(({ texto }) => texto)

it('when the newest is older than the setting says, with why the last try failed', () => {
  writeFileSync(join(dir, 'prumo-2026-03-01T020000Z.copia'), '')
  writeFileSync(join(dir, 'prumo-2026-02-28T020000Z.copia'), '')
  expect(at('2026-03-03T01:59:59.000Z')).toEqual([])
  expect(at('2026-03-03T02:00:00.000Z')).toEqual(['Não há cópia de segurança há mais de 48 horas.'])
  expect(at('2026-03-03T02:00:00.000Z', '72')).toEqual([])
  const copia = { dh: '2026-03-02T02:00:00.000Z', arquivo: 'x', erro: 'Sem espaço.' }
  writeFileSync(join(dir, 'estado.json'), JSON.stringify({ desde: '2026-01-01T00:00:00.000Z', copia }))
  expect(at('2026-03-03T02:00:00.000Z')).toEqual([
    'Não há cópia de segurança há mais de 48 horas. A última tentativa falhou: Sem espaço.',
  ])
})

it('and not while copies have just begun, or none are made', () => {
  expect(at('2026-03-03T02:00:00.000Z')).toEqual([])
  writeFileSync(join(dir, 'estado.json'), JSON.stringify({ desde: '2026-03-02T00:00:00.000Z' }))
  expect(at('2026-03-03T02:00:00.000Z')).toEqual([])
  expect(at('2026-03-04T00:00:00.000Z')).toHaveLength(1)
})
