import type { CivilDate } from '../../br/civil-date'
import type { ContaCobranca } from '../account'

/** Who collects, who pays or who guarantees, as the paper names them. */
export interface BoletoParty {
  readonly nome: string
  /** CPF or CNPJ, with or without signs; empty where there is none. */
  readonly documento: string
  /** Street, number, district, town, state and CEP as one line. */
  readonly endereco?: string | undefined
}

/** What a boleto on paper says: plain values, which go to a thread as they are. */
export interface BoletoPaper {
  /** 44 digits, as `makeBoleto` or the bank gives them. The typed line is written from them, and the bank is theirs. */
  readonly codigo_barras: string
  readonly conta: ContaCobranca
  /** As it is printed (`NossoNumero.formatado`). */
  readonly nosso_numero: string
  readonly beneficiario: BoletoParty
  readonly pagador: BoletoParty
  readonly avalista?: BoletoParty | undefined
  /** The company's number of what is owed. */
  readonly numero_documento: string
  readonly dDocumento: CivilDate
  readonly dProcessamento: CivilDate
  /** Undefined for one payable against its presentation. */
  readonly dVencimento?: CivilDate | undefined
  /** Reais, decimal text; undefined where the payer writes it. */
  readonly valor?: string | undefined
  /** Short name of what is owed, as `ESPECIES` has them: DM, DS. */
  readonly especie_doc: string
  readonly aceite: boolean
  /** Where it is not reais. */
  readonly especie_moeda?: string | undefined
  /** Where it is not how the bank prints the carteira of the account. */
  readonly carteira?: string | undefined
  /** Where it is not any bank. */
  readonly local_pagamento?: string | undefined
  /** Up to `MOST_INSTRUCTIONS` lines. */
  readonly instrucoes?: readonly string[] | undefined
  /** The Pix code of the same charge, which the bank gave (a hybrid boleto). */
  readonly pix?: string | undefined
  readonly parcela?: { readonly n: number; readonly de: number } | undefined
}

export const MOST_INSTRUCTIONS = 8

/** A sheet for each, with its receipt; or a booklet of three to a sheet, each with its stub. */
export type BoletoForm = 'folha' | 'carne'
