import type { Values } from '../row'

/** What a field that chooses an operation in use searches: of goods that come in, or that go out: `<ReferenceField name="tipo_entrada_saida_id" {...GOES_OUT} />`. */
const of = (tipo: 0 | 1) => {
  const where: Values = { tipo, ativo: true }
  return { resource: 'tipo_entrada_saida', where } as const
}
export const COMES_IN = of(0)
export const GOES_OUT = of(1)
