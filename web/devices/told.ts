import { isRecord, textOf } from '../ui/row'

/** A scale or a printer, as its agent told of it. */
export interface Device {
  readonly nome: string
  readonly estado: string
  readonly tipo: string
  readonly motivo: string
}

/** What an agent told of its scales or printers. */
export function devicesOf(value: unknown): readonly Device[] {
  const told: readonly unknown[] = Array.isArray(value) ? value : []
  return told
    .filter((one) => isRecord(one))
    .map((one) => ({
      nome: textOf(one.nome),
      estado: textOf(one.estado),
      tipo: textOf(one.tipo),
      motivo: textOf(one.motivo),
    }))
}

/** The same by their names. */
export const namesOf = (value: unknown): readonly string[] =>
  devicesOf(value).flatMap(({ nome }) => (nome === '' ? [] : nome))
