import { boolean, integer, list, object, type Routes, text } from '../../platform/served'
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
})
const taken = {
  file: text(),
  formato: text('ofx ou cnab240'),
  contas: list(conta),
  code: text('De um arquivo recusado'),
  message: text('Por que foi recusado'),
}

/** What reading statements serves beside its resources. */
export const statementRoutes: Routes = {
  mount: mountUploadOfx,
  tells: [
    {
      method: 'post',
      path: `/api/${extratoBanco.paths[0]}/upload_ofx`,
      summary: 'Carrega extratos OFX ou CNAB 240 (multipart/form-data); cada linha entra uma só vez',
      tag: extratoBanco.title,
      body: object({
        file: text('Um arquivo ou mais'),
        banco_id: integer('A conta caixa; achada pelos números do arquivo, se vazia'),
        confirma: boolean('Carrega embora o arquivo diga outra conta'),
        simula: boolean('Só diz o que entraria'),
      }),
      answer: object({ ...taken, data: list(object(taken)) }, 'De um só arquivo, também fora de data'),
    },
  ],
}
