import { array, boolean, nullable, number, object, picklist, string, type InferOutput } from 'valibot'
import { COLLECTION_STEPS, type CollectionStep } from '../../../core/settlement/collection'

/** What the server tells of the collection queue; what does not fit is an error where it is read. */

const isStep = (text: string): text is CollectionStep => Object.hasOwn(COLLECTION_STEPS, text)
const STEPS = Object.keys(COLLECTION_STEPS).filter(isStep)

const Owing = object({
  cliente_id: number(),
  nome: string(),
  fone: nullable(string()),
  email: nullable(string()),
  contas: number(),
  total: number(),
  dias: number(),
  contatos: number(),
  ultimo: nullable(string()),
  dPromessa: nullable(string()),
  dProximo: nullable(string()),
  passo: picklist(STEPS),
})
export type Owing = InferOutput<typeof Owing>

const figure = { contas: number(), total: number() }
export const Queue = object({
  data: array(Owing),
  mais: boolean(),
  hoje: object(figure),
  faixas: array(object({ faixa: string(), ...figure })),
})
export type Queue = InferOutput<typeof Queue>
