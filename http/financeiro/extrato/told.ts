import { boolean, integer, list, object, type Routes, text } from '../../platform/served'
import { uploadAnswer } from '../../platform/upload-answer'
import { conciliacaoBancaria } from './conciliacao'
import { extratoBanco } from './extrato'
import { mountUploadOfx } from './upload'

const conta = object({
  extrato_arquivo_id: integer('Nulo onde só se simula'),
  banco_id: integer(),
  conta: text(),
  linhas: integer(),
  novas: integer(),
  conhecidas: integer('Vieram antes, neste ou em outro arquivo'),
  saldos: integer('Linhas que só dizem um saldo'),
  faltas: list(object({ n: integer(), fitid: text(), motivo: text() })),
  avisos: list(text()),
  conciliacao_bancaria_id: integer('Onde se pediu uma'),
})
const taken = {
  formato: text('ofx ou cnab240'),
  contas: list(conta),
}

const body = object({
  file: text('Um arquivo ou mais'),
  banco_id: integer('A conta caixa; achada pelos números do arquivo, se vazia'),
  confirma: boolean('Carrega embora o arquivo diga outra conta'),
  simula: boolean('Só diz o que entraria'),
})

/** What reading statements serves beside its resources. */
export const statementRoutes: Routes = {
  mount: mountUploadOfx,
  tells: [
    ...['upload', '{id}/upload'].map((action) => ({
      method: 'post' as const,
      path: `/api/${conciliacaoBancaria.paths[0]}/${action}`,
      summary: 'Carrega extratos na conciliação da conta, que passa a alcançá-los; abre uma onde não há',
      tag: conciliacaoBancaria.title,
      body,
      answer: uploadAnswer(taken),
    })),
    {
      method: 'post',
      path: `/api/${extratoBanco.paths[0]}/upload_ofx`,
      summary: 'Carrega extratos OFX ou CNAB 240 (multipart/form-data); cada linha entra uma só vez',
      tag: extratoBanco.title,
      body,
      answer: uploadAnswer(taken),
    },
  ],
}
