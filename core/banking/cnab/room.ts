import type { FixedRecord } from '../../layout/fixed-width'
import { decimal, toUnits } from '../../money/decimal'

/** What a file would be refused for, said before it is offered. */
export interface Falta {
  /** The title's or payment's own number; empty where it is about the company or the whole file. */
  readonly seu_numero: string
  /** The field, in the vocabulary of the layouts. */
  readonly campo: string
  /** Its first column; undefined where the layout has none. */
  readonly coluna?: number
  readonly mensagem: string
}

/** The field of that name in the first of the records that has it. */
export const placeOf = (records: readonly FixedRecord[], name: string) =>
  records.find((one) => one[name] !== undefined)?.[name]

/** Why a value has no room in its columns; undefined where it has. Texts are cut, but those whose names are `neverCut`; codes and numbers never. */
export function noRoom(
  name: string,
  record: FixedRecord,
  value: string | number | null,
  neverCut: RegExp,
): string | undefined {
  const field = record[name]
  if (!field || value === null || value === '') return undefined
  const text = String(value)
  switch (field.kind) {
    case 'text': {
      const isCut = neverCut.test(name) && text.length > field.length
      return isCut ? `tem até ${field.length} caracteres; foi informado “${text}”` : undefined
    }
    case 'code': {
      if (!/^[\dA-Za-z]+$/.test(text)) return `tem só números e letras; foi informado “${text}”`
      return text.length > field.length ? `tem até ${field.length} posições; foi informado “${text}”` : undefined
    }
    case 'integer': {
      return text.length > field.length || !/^\d+$/.test(text) ? `vai até ${'9'.repeat(field.length)}` : undefined
    }
    case 'decimal': {
      const units = decimal(text)
      if (units.lt(0)) return 'não pode ser negativo'
      if (!units.round(field.decimals).eq(units)) return `tem até ${field.decimals} casas decimais`
      return toUnits(units, field.decimals).toString().length > field.length ? 'não cabe no arquivo' : undefined
    }
    default: {
      return undefined
    }
  }
}
