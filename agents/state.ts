import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Standing } from './road/link'
import { writeWhole } from './write-whole'

const state = v.variant('situacao', [
  v.object({ situacao: v.literal('pareando'), codigo: v.string() }),
  v.object({ situacao: v.literal('procurando'), motivo: v.string() }),
  v.object({ situacao: v.picklist(['conectado', 'desconectado']), nome: v.string() }),
])

const pathOf = (folder: string): string => join(folder, 'estado.json')

/** Writes down how the agent stands, for `status` and `doctor` beside the one that runs. A disk that is full is no reason to stop. */
export function writeState(folder: string, standing: Standing): void {
  try {
    writeWhole(pathOf(folder), JSON.stringify(standing))
  } catch {
    // Only `status` is the poorer for it.
  }
}

/** How the agent stood last; undefined where nothing is known. */
export function readState(folder: string): Standing | undefined {
  try {
    const { success, output } = v.safeParse(state, JSON.parse(readFileSync(pathOf(folder), 'utf8')))
    return success ? output : undefined
  } catch {
    return undefined
  }
}

/** The same in words. */
export function standingText(standing: Standing | undefined): string {
  switch (standing?.situacao) {
    case 'pareando':
      return `esperando o pareamento: digite o código ${standing.codigo} na tela Agentes locais`
    case 'procurando':
      return standing.motivo
    case 'conectado':
      return `conectado como “${standing.nome}”`
    case 'desconectado':
      return `pareado como “${standing.nome}”, sem conexão agora`
    case undefined:
      return 'ainda não rodou neste computador'
  }
}
