/** Brands by the codes of acquirers; a code that is not here is shown as it is. */

const CIELO: Readonly<Record<string, string>> = {
  '001': 'Visa',
  '002': 'Mastercard',
  '003': 'American Express',
  '006': 'Sorocred',
  '007': 'Elo',
  '009': 'Diners',
  '011': 'Agiplan',
  '015': 'Banescard',
  '023': 'Cabal',
  '029': 'Credsystem',
  '040': 'Hipercard',
  '060': 'JCB',
  '064': 'Credz',
  '072': 'Hiper',
  '075': 'Ourocard',
  '888': 'Pix',
}

const REDE: Readonly<Record<string, string>> = {
  '1': 'Mastercard',
  '2': 'Diners',
  '3': 'Visa',
  '4': 'Cabal',
  '7': 'Hiper',
  E: 'Elo',
  H: 'Hipercard',
  A: 'American Express',
}

const STONE: Readonly<Record<string, string>> = {
  '1': 'Visa',
  '2': 'Mastercard',
  '3': 'American Express',
  '9': 'Hipercard',
  '171': 'Elo',
}

const named = (words: Readonly<Record<string, string>>) => (code: string) => words[code] ?? code

export const cieloBrand = named(CIELO)
export const redeBrand = named(REDE)
export const stoneBrand = named(STONE)
