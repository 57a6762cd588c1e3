/** What the totals of a quote's or a sale's head are sums of. */
export const headTotals = (items: string) =>
  ({
    items,
    sums: {
      vProd: 'sum(round(i."vUnTrib" * i."qTrib", 2))',
      vDesc: 'sum(round(i."vUnTrib" * i."qTrib", 2)) - sum(i."vSubtotal" - i."vIPI")',
      vIPI: 'sum(i."vIPI")',
      vST: 'sum(i."vICMSST" + i."vFCPST")',
      vTotal: 'sum(i."vTotal")',
    },
    plus: 'vFrete',
  }) as const
