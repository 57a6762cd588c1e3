import { f } from '../field'
import { empresaId } from '../kit'

/** Taxes that whoever pays for a service keeps back, and pays in our name. PIS, COFINS and CSLL go together (Lei 10.833/2003, art. 30). */
export const RETAINED = {
  ISS: 'ISS',
  IRRF: 'IRRF',
  CP: 'Contribuição previdenciária',
  CSRF: 'PIS, COFINS e CSLL',
} as const

/** A tax that is kept back of a receivable, until the proof that the payer paid it is here. */
export const retencaoFields = {
  empresa_id: empresaId(),
  conta_receber_id: f.ref('Conta a receber', 'contas_receber').required(),
  lancamento_id: f.ref('Lançamento', 'lancamento', { doc: 'O passo que a abateu da conta' }).required(),
  tributo: f.choice('Tributo', RETAINED).required(),
  valor: f.money('Valor', { min: 0 }).required(),
  dComprovante: f.date('Data do comprovante'),
  nComprovante: f.text('Comprovante', { max: 60, doc: 'Número da guia ou do informe de quem reteve' }),
  dhComprovacao: f.datetime('Comprovada em'),
  dhCancelamento: f.datetime('Desfeita em', { doc: 'A nota foi cancelada ou substituída' }),
}

/** What is asked when the proof of whoever kept a tax back is here. */
export const comprovaFields = {
  dComprovante: f.date('Data do comprovante').required('Informe a data do comprovante.'),
  nComprovante: f
    .text('Comprovante', { max: 60, doc: 'Número da guia ou do informe de quem reteve' })
    .required('Informe o número do comprovante.'),
}
