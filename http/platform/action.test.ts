import * as v from 'valibot'
import { expect, it } from 'vitest'
import { parseInput } from './action'
import { ApiError } from './errors'
import { identifier } from './inputs'

/** What is said of an input that is not as its schema asks. */

function faultsOf(schema: v.GenericSchema, raw: unknown) {
  try {
    return parseInput(schema, raw)
  } catch (error) {
    if (error instanceof ApiError) return error.errors
    throw error
  }
}

it('says what the schema says, else that it is missing or wrong, by field', () => {
  const schema = v.object({
    sim: v.literal(true, 'Confirme.'),
    tipo: v.picklist(['a', 'b'], 'Use a ou b.'),
    nota: v.pipe(v.string('Informe a nota.'), v.minLength(3, 'Diga mais.')),
    id: identifier,
    quando: v.string(),
  })
  expect(faultsOf(schema, { sim: false, tipo: 'c', nota: 1, id: 'x', quando: 2 })).toEqual({
    sim: ['Confirme.'],
    tipo: ['Use a ou b.'],
    nota: ['Informe a nota.'],
    id: ['Valor inválido.'],
    quando: ['Valor inválido.'],
  })
  expect(faultsOf(schema, { sim: true, tipo: 'a', nota: 'ab', id: 0 })).toEqual({
    nota: ['Diga mais.'],
    id: ['Selecione um registro válido.'],
    quando: ['Preencha este campo.'],
  })
  expect(faultsOf(schema, 'nada')).toEqual({ corpo: ['Valor inválido.'] })
})
