import { boolean, integer, type Json, list, number, object, type Routes, text } from '../../platform/served'
import { uploadAnswer } from '../../platform/upload-answer'
import type { TakenPayments } from './import'
import { remessaPagamento } from './remessa-pagamento'
import { mountPaymentUpload } from './upload'

const told: Readonly<Record<keyof TakenPayments, Json>> = {
  id: integer('O retorno no registro'),
  conhecido: boolean('Os mesmos bytes já tinham sido carregados: nada foi feito'),
  banco: text('O código do banco'),
  ocorrencias: integer(),
  pagos: integer('Pagos, com a baixa dada'),
  recusados: integer('Recusados ou cancelados: a conta a pagar ficou livre'),
  devolvidos: integer('Voltaram: a baixa foi estornada'),
  agendados: integer('Aceitos pelo banco'),
  semPagamento: integer('Esperam que se diga de que pagamento são'),
  aBaixar: integer('Esperam a baixa'),
  repetidas: integer('Outro arquivo já as tinha dito'),
  vPago: number('O que o banco pagou'),
  avisos: list(text()),
}

/** What payments serve beside their resources. */
export const paymentRoutes: Routes = {
  mount: mountPaymentUpload,
  tells: [
    {
      method: 'post',
      path: `/api/${remessaPagamento.paths[0]}`,
      summary:
        'Carrega retornos de pagamentos (multipart/form-data, CNAB 240): dá baixa no que foi pago, libera o recusado, estorna o devolvido; o mesmo arquivo entra uma só vez',
      tag: remessaPagamento.title,
      body: object({ file: text('Um arquivo ou mais'), simula: boolean('Só diz o que seria feito') }),
      answer: uploadAnswer(told),
    },
  ],
}
