import { nfeCompra } from './nfe_compra/nfe-compra'

export const comprasScreens = [nfeCompra]
