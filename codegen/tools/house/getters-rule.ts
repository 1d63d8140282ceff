// Lint rule: no getter in an object literal. Each such object has a shape of its own. Shapes outlive the young
// generation, and with them the getters and all that these hold: of a call everything, until the next full collection.
import { type AstNode, children, type Rule, type RuleContext } from './oxlint.ts';

const isAccessor = ({ kind }: AstNode): boolean => kind === 'get' || kind === 'set';

export const gettersRule: Rule = {
  create: (context: RuleContext) => ({
    ObjectExpression: (node) => {
      for (const property of children(node, 'properties'))
        if (isAccessor(property))
          context.report({
            node: property,
            message:
              'An object with a getter keeps memory past its call: make it a class, or pass on what has the value.',
          });
    },
  }),
};
