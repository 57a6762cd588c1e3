import type { BankApi } from '../../../fixtures/simulators/bank-api'
import type { BankSftp } from '../../../fixtures/simulators/bank-sftp'

/** What an account says whose files go to these. */

export const bySftp = (bank: BankSftp) => ({
  transmissao_via: 'sftp',
  transmissao_endereco: bank.endereco,
  transmissao_usuario: bank.usuario,
  transmissao_senha: bank.senha,
  transmissao_impressao: bank.impressao,
  transmissao_pasta: bank.pasta,
})

export const byApi = (bank: BankApi) => ({
  transmissao_via: 'api',
  transmissao_endereco: bank.url,
  transmissao_token_url: bank.tokenUrl,
  transmissao_usuario: bank.usuario,
  transmissao_senha: bank.senha,
})
