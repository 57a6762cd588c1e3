import { step } from '../../platform/step'
import { ordemProducao } from './ordem-producao'

/** Cancels a production order that has moved no stock (T3-062). */
export const cancela = step(ordemProducao, 'cancela', { summary: 'Cancela a ordem de produção.' })
